"""How much a stretch of an entry looks like a title, and not like names, a venue or a label."""

from __future__ import annotations

import re
from functools import lru_cache

from scholarsync.sources.homepage.body import Body, Run
from scholarsync.sources.homepage.evidence import PAGES, VOLUME_BEFORE, YEAR
from scholarsync.sources.homepage.lexicon import STATUS, fold, has_status, is_link_label, tells_venue
from scholarsync.sources.homepage.people import split_list
from scholarsync.sources.homepage.scan import scan
from scholarsync.sources.homepage.shapes import CJK, EDITOR, UPPER, begins_with_name, is_cjk_text, shape

MOST_KEPT = 256
"""Answers kept of the last entries: each is asked many times while it is read, never after."""
CAPITALS = r"[A-Z][\w&’'-]{0,18}"
BRIEF_TAIL = re.compile(rf"[.?!]\s{CAPITALS}(?:\s(?:of|and|the|in|for|on|&|{CAPITALS})){{0,6}}$")
"""The name of a journal behind a full stop."""
COMMA_TAIL = re.compile(r",\s(?:[A-Z][\w&’'-]{0,18}[.\s]{0,2}){1,5}$")
ABBREVIATED_NEXT = re.compile(r"\.\s?(?:[A-Z(][\w&’'-]{0,18}\)?[.,]{0,2}\s?){1,6}\s(?:vol\.\s?|no\.\s?)?\d{1,4}\b")
"""The rest of an abbreviated journal and its volume: "Rain on roofs, Ann" | ". Prim. 12 (2009)"."""
SLASHES = re.compile(r"\s?//\s")
"""Part title from container in lists after GOST 7.0.5."""
OWN_KIND = re.compile(r"\ban?(?: \w+){0,3} (?:review|handbook|research|colloquium|meeting)\b")
"""What a title calls its own work, with words that venues use: "a systematic review"."""
HANGING = re.compile(r"\b(?:of|the|a|an|in|for|and|by|with|to|on|from|der|die|das|und|de|la|le|del|et|y)$")
"""Words that no title ends in."""
SIGN = re.compile(r"[\d()（）\[\]/]")
DIGIT = re.compile(r"\d")
TWO_LETTERS = re.compile(r"[^\W\d_]{2}")
YEAR_LAST = re.compile(r"(?:,|\b)\s?\(?(?:19|20)\d\d\)?\W{0,3}$")
NUMBER_LAST = re.compile(r"[^\W\d_]\d{1,4}$")
DATED_LAST = re.compile(rf"[(（\[](?:(?:19|20)\d\d[a-z]?|{STATUS.pattern})[)）\]]\W{{0,2}}$", re.IGNORECASE)
BRACKET_APART = re.compile(r"[.?!]\s\([^()]{3,80}\)$")
"""A bracket behind a full stop: publisher and place."""
YEAR_FIRST = re.compile(r"[(（\[]?(?:19|20)\d\d")
MIXED_CASE_FIRST = re.compile(r"[a-z]{1,3}[A-Z\d-]|[a-z]-")
DATED_NEXT = re.compile(r"[\s.,]{1,3}(?:19|20)\d\d(?:\s[A-Z][a-z]{2}(?:\s\d{1,2})?)?\s?[;,(:]")
NUMBERED_NEXT = re.compile(
    rf"{CAPITALS}(?:\s(?:of|and|the|in|for|on|de|der|&|{CAPITALS})){{0,7}}"
    r"(?:,?\s(?:vol\.?\s)?\d{1,3}(?=\s{0,2}[,.;:(\[]|$)|\.\s(?:19|20)\d\d\b)"
)
"""A journal and its volume or year."""
VOLUME_FIRST = re.compile(r",\s\d{1,3}\s[A-Z][\w.]{0,12}(?:\s|$|\.)|^\d{1,3}\s[A-Z][\w.]{0,12}$")
"""The volume before the reporter, as lawyers cite: "Standing Rain, 12 Rev. Roofs"."""
PERIOD = re.compile(r"(?<![\d:)]\s)(?<![\d:)],\s)\b(?:1\d|20)\d\d\s?[-–—]\s?(?:1\d|20)\d\d\b")
"""Years from and to, which look like pages."""
HEAD = re.compile(r"[,，、.(\n]")
STOP_WITHIN = re.compile(r"[.。](?<=[^\W\d_]{2}.)\s?(?=[^\W\d_a-z])")
QUERY_WITHIN = re.compile(r"[?!](?<=[^\W\d_]{2}.)\s(?=[^\W\d_a-z])")
EIGHT_DIGITS = re.compile(r"\d{8}")
ADDRESS = re.compile(r"https?:|www\.|doi|1(?<!\w1)0\.\d{4}|ar[xX]iv:\s?[\w./-]{0,20}\d{3}")
"""Patterns that name their first sign before what stands behind or ahead of it are searched several times as fast."""
VENUE_START = re.compile(
    r"^[\W_]{0,4}(?:in[:\s]|proc\b|proceedings|to appear|published|journal|j\.\s|the journal|annals|accepted|"
    r"submitted|forthcoming|under|available (?:at|on|from)\b|arxiv|biorxiv|phd|ph\.d|ieee|acm|en:?\s|dans:?\s|"
    r"appeared)",
    re.IGNORECASE,
)
CODE = re.compile(r"\s?\[(?:[JCDMNPRSZAGK]|DB|CP|EB)(?:/OL)?\](?!\w)")
"""What GB/T 7714 puts behind a title: the kind of work."""
ABBREVIATED_END = re.compile(
    r"[\s,](?:s|ss|t|nr|no|vol|pp?|bd|h|z|hg|hrsg|red|eds?|dir|str|cz|sayı|cilt|с|т|вып|№|ред|сост|тт?|nº|n°)$",
    re.IGNORECASE,
)
"""Short words for volumes, pages and editors, which a full stop takes from what follows."""
NUMBERED_YEAR = re.compile(
    r"\b(?:19|20)\d\d\)?\s?[,;:]\s?(?:nr|no|n°|nº|vol|t|s|pp?|h|bd|z|сс?|т|вып|№)\b\.?\s?\d|"
    r"[,，]\s?(?:19|20)\d\d\s?[,，:：]\s?(?:第?\d|[（(]\d)",
    re.IGNORECASE,
)
JOURNAL = re.compile(
    rf"(?P<name>(?:[{UPPER}][\w-]{{0,14}}(?:\.[\s-]?|\s)|(?:of|the|and|de|für)\s){{1,7}})"
    r"(?P<volume>\d{1,4}[a-z]?)(?:\s?\(\d{1,3}\))?[,:]\s?[A-Z]?\d{1,7}(?:\s?[-–]\s?\d{1,7})?,?\s?\((?:19|20)\d\d\)"
)
"""A journal with volume, page and year, before which no title ends: "Roof. Rev. E 56, 1807 (1997)"."""
IN_COLON = re.compile(r"[.,]\s(?:In|in|Dans|dans):\s")
IN_BRACKETS = re.compile(r"\[(?:in|w|en|dans|в):?\]|\[(?:in|w|en|dans|в):\s", re.IGNORECASE)
"""The sign of a container in Polish and Slavic lists."""
CJK_EDITORS = re.compile(rf"[{CJK}・·、]{{2,30}}(?:編著?|编著?|[監监]修|主[編编])")
BY_PERSONS = re.compile(rf"\s/\s(?:[{UPPER}]\.\s?){{1,3}}[{UPPER}]|\s/\s[{UPPER}][^\W\d_]+,?\s[{UPPER}]\.")
"""The statement of responsibility after GOST 7.1."""
WITH_NEXT = re.compile(rf"[\s,.]{{0,3}}[(\[]?(?:joint(?:ly)?\s)?(?:with|mit|avec|con|com)\s[{UPPER}]")
VERSION_NEXT = re.compile(
    r"\s\((?:version\s|ver\.\s|revised\s|=\s|[^\W\d_][^():]{1,30}:\s[^\W\d_][^():]{1,30}\))", re.IGNORECASE
)
"""What ends a title in brackets: its version, its series ("(= Studies 14)"), publisher and place."""
WITH_INSIDE = re.compile(rf"\((?:joint(?:ly)?\s)?(?:with|mit|avec|con|com)\s[{UPPER}]")
EDITORS_NOTE = re.compile(rf"\s?[(（](?:{EDITOR})\.?[)）][\s.,:]{{1,3}}(?=\w|[“„«\"「『《])", re.IGNORECASE)
AREA = re.compile(r"\.\s[–—-]\s")
"""What parts the areas of a description after GOST 7.1."""
SENTENCE_NEXT = re.compile(rf"[”\"’]?\s([{UPPER}][^.?!\n]{{12,150}})(?:\.?\s{{0,2}}(?:\n|$)|\.\s)")
"""What follows a question: "Does it rain? Evidence from roofs."."""
TRUSTED_NAMES = 0.6
INVERTED = re.compile(rf"[{UPPER}][^\W\d_]+, [{UPPER}][^\W\d_]+")
JOINED_NEXT = re.compile(rf"\s(?:and|&)\s[{UPPER}]")
LONGEST_SYMBOL = 2
RUNS_ON = re.compile(
    rf"\s?:\s(?=(?P<more>[{UPPER}][^.\n:]{{12,160}})\.\s)|"
    r"\s\([^()\d\n]{2,40}\)\s(?=(?:during|from|of|on|under|for|after|before|between|among|across|within|using|as|in|by)\s[a-z])"
)
"""What stands behind a linked or bold beginning of a title: its subtitle, or a bracket in the middle of it."""
GOES_ON = re.compile(r"[”“\"»’']{1,2}[.:!?]?\s(?!in\b)([^,;()\n]{8,120}),\s(?:in|dans|en|em)\b[: ]")
"""A quotation that only begins the title: its subtitle follows, and then the container."""
AFTER_YEAR = re.compile(
    r"^[\s.,;:，、；。]{0,4}(?:\((?:eds?|hrsg|hg|editors?|éds?|coords?|comps?|orgs?|a cura di)\.?\)|"
    r"eds?\.|editors?(?=\s?\())?[\s.,;:，、；。]{0,4}"
    r"(?:[(（\[]\s?(?:(?:c\.\s?)?(?:19|20)\d\d[a-z]?\+?(?:\s?[,/]\s?[^()（）\[\]]{1,24}|\s?[-–/]\s?(?:\d{2,4}|"
    r"present))?|forthcoming|in press|to appear|accepted|in prep(?:aration)?|submitted|under review|n\.d\.|im "
    r"erscheinen|en prensa|completed manuscript|in progress|manuscript|[^()]{0,12}(?:19|20)\d\d[a-z]?)\s?[)）\]]"
    r"|(?:(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]{0,6}\.?\s)?(?:19|20)\d\d[a-e]?年?(?=[\s.,:;，、。：；])|"
    r"(?:forthcoming|in press|in prep(?:aration)?|in review|submitted|accepted|"
    r"under review|in revision|to appear)(?: (?:at|to|in|by) [^.,:]{2,60})?(?=[.,:]))[\s.,;:。，、：；]{0,4}",
    re.IGNORECASE,
)


@lru_cache(maxsize=MOST_KEPT)
def begin_of(body: Body) -> int:
    """Where an entry begins behind its number and a year that leads it."""
    return behind_year(body.text, body.begin)


@lru_cache(maxsize=MOST_KEPT)
def status_in(body: Body) -> bool:
    """Whether any span of an entry need be asked for a status."""
    return has_status(body.text)


@lru_cache(maxsize=MOST_KEPT)
def _has_pages(body: Body) -> bool:
    """Whether any span of an entry need be asked for them."""
    return PAGES.search(body.text) is not None


def behind_year(text: str, position: int) -> int:
    """Behind a year (or "forthcoming") that stands at the position, with its punctuation; "(eds.)" may stand before."""
    if note := EDITORS_NOTE.match(text, position):
        position = note.end()
    found = AFTER_YEAR.match(text[position : position + 80])
    return position + found.end() if found else position


def looks_like_title(body: Body, start: int, end: int) -> float:
    """How the words of a span, and what follows it, speak for a title."""
    text = body.text[start:end]
    folded = fold(text)
    cjk = is_cjk_text(text)
    words = len(folded.replace(" ", "")) / 2.2 if cjk else len(folded.split())
    score = 0.0
    if words < 1 or not TWO_LETTERS.search(text):
        return -9.0
    score += 0.6 if 4 <= words <= 28 else 0.2 if words in (2, 3) else -0.7 if words < 2 else -1.2 if words > 40 else 0.0
    score -= 1.0 if text[0].islower() and not MIXED_CASE_FIRST.match(text) else 0.0
    if is_link_label(text.strip()):
        score -= 4.0
    if HANGING.search(text, max(0, len(text) - 8)):
        score -= 1.5
    has_signs = SIGN.search(text) is not None
    if (
        ABBREVIATED_END.search(text, max(0, len(text) - 8))
        or AREA.search(text)
        or IN_COLON.search(text)
        or (has_signs and _tells_more(text))
    ):
        score -= 2.5
    score += _venue_penalty(body, (start, end), folded, words)
    if has_signs:
        score += _signs_penalty(body, start, text, words)
    score += _next_bonus(body, end)
    if DATED_NEXT.match(body.text, end, end + 20) and BRIEF_TAIL.search(text):
        score -= 1.4  # "Do they divide? Imag Med. 2020;7": the tail is the journal
    if JOURNAL.match(body.text, start, start + 160):
        score -= 2.5
    if INVERTED.fullmatch(text) and JOINED_NEXT.match(body.text, end):
        score -= 2.5
    if COMMA_TAIL.search(text) and ABBREVIATED_NEXT.match(body.text, end, end + 120):
        score -= 1.4
    if start in (body.begin, begin_of(body)):
        score += 0.3
    return score


def runs_on(text: str, end: int) -> bool:
    """Whether a title that seems to end goes on behind a colon or a bracket."""
    found = RUNS_ON.match(text, end)
    return found is not None and not _tells_container(found["more"] or "")


def _goes_with_question(sentence: str) -> bool:
    """Whether a sentence behind a question is the rest of a title: no container, no number, no persons."""
    told = (
        tells_venue(fold(sentence)) or DIGIT.search(sentence) or VENUE_START.match(sentence) or STATUS.match(sentence)
    )
    return not told and split_list(sentence).trust < TRUSTED_NAMES and not WITH_NEXT.match(" " + sentence)


@lru_cache(maxsize=1 << 14)
def names_penalty(text: str) -> float:
    """Names of persons, alone or at the beginning, speak against a title."""
    if text.startswith("and "):
        text = text.removeprefix("and ")
    if not begins_with_name(text):
        return 0.0
    words = len(fold(text).split())
    if words > 60:
        return 0.0
    names = split_list(text)
    if names.trust >= 0.6 and (len(names.names) > 1 or names.trust >= 0.95):
        if names.trust > 0.8 or len(names.names) > 2 or is_cjk_text(text):
            return -3.0
        return -2.0 if words <= 3.2 * len(names.names) and not re.search(r"-[a-z]", text) else -0.7
    stops = scan(text)
    if stops and stops[0].sign == "." and shape(text[: stops[0].end].rstrip(".")) == "N":
        return -1.5
    if stops and EDITORS_NOTE.match(text, stops[-1].end):
        return -2.0  # "A. Quill (ed.) Rain on roofs"
    if len(stops) >= 3 and stops[-1].persons >= 2 and split_list(text[: stops[-1].end]).trust >= 0.7:
        return -2.5
    if is_cjk_text(text) and shape(text.strip()) == "C" and len(text.strip()) <= 4:
        return -1.5
    return -0.7 if names.trust >= 0.6 and words <= 3 and not is_cjk_text(text) else 0.0


def _tells_container(text: str) -> bool:
    """Whether a part names a container; "A review of roofs" is a subtitle."""
    return tells_venue(OWN_KIND.sub(" ", fold(text))) and not text.lstrip().startswith(("A ", "An "))


def _venue_penalty(body: Body, span: tuple[int, int], folded: str, words: float) -> float:
    start, end = span
    text = body.text[start:end]
    penalty = 0.0
    if VENUE_START.match(text):
        penalty -= 1.8
    if tells_venue(OWN_KIND.sub(" ", folded)):
        penalty -= 0.9 if words <= 8 else 0.3
    if status_in(body) and STATUS.match(text):
        penalty -= 2.5
    tail = body.text[max(start, _last_part(body, end)) : end]
    if len(tail) < len(text) and _tells_container(tail) and len(tail.split()) <= 9:
        penalty -= 1.0
    penalty -= 0.5 * min(2, len(STOP_WITHIN.findall(text)))
    penalty -= 0.4 * min(2, len(QUERY_WITHIN.findall(text)))
    if len(tail) < len(text) and NUMBER_LAST.search(tail, max(0, len(tail) - 6)):
        penalty -= 0.8
    if ADDRESS.search(text):
        penalty -= 2.5
    return penalty


@lru_cache(maxsize=MOST_KEPT)
def _last_part(body: Body, end: int) -> int:
    """Where the part behind the last comma, full stop or dash before a place begins."""
    text = body.text.replace("\n", " ")
    sign = max(text.rfind(sign, 0, end) for sign in ",，、.")
    part = sign + 2 if text[sign + 1 : sign + 2].isspace() else sign + 1
    dash = max(text.rfind(dash, 0, end) for dash in (" - ", " – "))
    return part if dash <= sign + 1 else dash + 3


def _tells_more(text: str) -> bool:
    """Whether a span goes on to the kind of work, the container or the persons."""
    return bool(" // " in text or CODE.search(text) or IN_BRACKETS.search(text) or BY_PERSONS.search(text))


def _signs_penalty(body: Body, start: int, text: str, words: float) -> float:
    """What digits, brackets and slashes tell against a title; most spans have none of them."""
    penalty = 0.0
    if WITH_INSIDE.search(text) or VERSION_NEXT.search(text):
        penalty -= 1.5
    if text.count("(") != text.count(")") or text.count("（") != text.count("）"):
        penalty -= 1.0
    if DATED_LAST.search(text) or BRACKET_APART.search(text):
        penalty -= 0.9
    if DIGIT.search(text) is None:
        return penalty
    if NUMBERED_YEAR.search(text) or VOLUME_FIRST.search(text):
        penalty -= 1.5
    if (volume := VOLUME_BEFORE.search(body.text, start, start + len(text) + 100)) and volume.start() < start + len(
        text
    ):
        penalty -= 1.5
    if words <= 12 and YEAR_LAST.search(text, max(0, len(text) - 13)):
        penalty -= 1.0
    if _has_pages(body) and PAGES.search(PERIOD.sub(" ", text)):
        penalty -= 1.2
    if EIGHT_DIGITS.search(text):
        penalty -= 2.0
    if words <= 5 and YEAR.search(text):
        penalty -= 0.8
    return penalty


def is_italic_name(body: Body, run: Run) -> bool:
    """Whether italics set a name apart, and not a symbol: "Somers' <i>D</i>"."""
    return run.look.italic and len(body.text[run.start : run.end].strip(" .,;:()")) > LONGEST_SYMBOL


@lru_cache(maxsize=MOST_KEPT)
def _next_bonus(body: Body, end: int) -> float:
    """What follows a title: a venue, a year, authors; not the rest of a sentence."""
    text = body.text
    if SLASHES.match(text, end) or CODE.match(text, end):
        return 1.8
    if (
        AREA.match(text, end)
        or BY_PERSONS.match(text, end)
        or IN_BRACKETS.match(text, end + len(text[end : end + 3]) - len(text[end : end + 3].lstrip(" ,.")))
    ):
        return 1.2
    if (on := GOES_ON.match(text, end)) and not tells_venue(fold(on[1])):
        return -2.0
    if runs_on(text, end):
        return -2.0
    if text[end - 1] in "?!" and (asked := SENTENCE_NEXT.match(text, end)) and _goes_with_question(asked[1]):
        return -1.2
    position = end
    while position < len(text) and (text[position].isspace() or text[position] in ".,;:\"”»」’'。，)"):
        position += 1
    rest = text[position : position + 120]
    if not rest:
        return 0.3
    run = body.run_at(position)
    before = body.run_at(max(0, end - 1))
    if run is not None and is_italic_name(body, run) and (before is None or not before.look.italic):
        return 1.2
    if run is not None and run.role in ("venue", "authors", "year"):
        return 1.2
    if VENUE_START.match(rest) or STATUS.match(rest):
        return 1.1
    if CJK_EDITORS.match(rest) or WITH_NEXT.match(text, end) or VERSION_NEXT.match(text, end):
        return 0.9
    head = HEAD.split(rest, maxsplit=1)[0]
    if (_tells_container(head) and len(head.split()) <= 12) or NUMBERED_NEXT.match(rest):
        return 0.9
    if YEAR_FIRST.match(rest):
        return 0.7
    if rest[0].islower():
        return -0.9
    if text[end : end + 1] == "\n" or "\n" in text[end:position]:
        return 0.4
    return 0.0
