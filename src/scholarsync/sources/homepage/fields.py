"""What is left of an entry when title and authors are known: year, venue, volume, pages, status."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from scholarsync.normalise.dates import MONTH_OF
from scholarsync.sources.homepage.body import Body
from scholarsync.sources.homepage.evidence import VOLUME_BEFORE, YEAR
from scholarsync.sources.homepage.lexicon import STATUS, fold, is_link_label, tells_venue
from scholarsync.sources.homepage.likeness import JOURNAL, is_italic_name, status_in
from scholarsync.sources.homepage.people import split_list
from scholarsync.sources.homepage.readings import Reading
from scholarsync.sources.homepage.scan import scan

MONTHS = "|".join(sorted((re.escape(month) for month in MONTH_OF if len(month) > 2), key=len, reverse=True))
URLISH = re.compile(
    r"https?://\S+|\bwww\.\S+|\bdoi\s?:?\s?10\.\S+|\b10\.\d{4,9}/\S+|\barxiv\s?:?\s?\S*\d{4}\.\d{4,5}\S*|"
    r"\b\d{4}\.\d{4,5}(?:v\d)?\b|ISBN[\s:]?[\dX-]+",
    re.IGNORECASE,
)
ADDRESS_SIGN = re.compile(r"[:.nN](?:(?<=:)//|(?<=\d\.)\S|(?<=[wW]\.)|(?<=[iI][sS][bB].))")
"""What every address and identifier has; quick to look for."""
NOTE_YEAR = re.compile(
    r"(?:award|prize|premio|preis|runner|finalist|received|epub|presented|first (?:version|draft)|"
    rf"accepted (?:on|in)(?=\s(?:(?:{MONTHS}|early|late|spring|summer|fall|autumn|winter)\b|\d|$))|"
    r"version|last (?:updated|revised)|revised|cited|top \d)[^\n.;]{0,40}$",
    re.IGNORECASE,
)
REPRINTED = re.compile(
    r"\b(?:reprinted (?:in|from|as)|(?:english |german |french )?translation (?:of|in)|"
    r"also (?:in|published|appeared))\b",
    re.IGNORECASE,
)
"""Where another appearance is told of, with its own year."""
VERSION_YEAR = re.compile(r"\bver(?:sion|\.)[^\n;]{0,40}$", re.IGNORECASE)
"""What stands before the year of a version: the year of a text that appeared nowhere else."""
EDITORS = re.compile(
    r"\(?\b(?:eds?|hrsg|hg|éds?|editors?|coords?|a cura di|dirs?|orgs?)\b\.?\)?\s?[.,:]?\s?", re.IGNORECASE
)
SERVERS = (
    r"arXiv|bioRxiv|medRxiv|ChemRxiv|PsyArXiv|SocArXiv|EarthArXiv|TechRxiv|SSRN|HAL|Zenodo|OSF Preprints|"
    r"Research Square|Preprints\.org"
)
IN = re.compile(
    r"^\W{0,4}(?:in|en|dans|em|im|nel|i|published (?:in|at|by)|to appear (?:in|at)|appear(?:s|ed) in|presented at|"
    r"accepted (?:to|at|by|in|for publication in)|forthcoming(?: in| at)?|submitted to|under review (?:at|in)|在|"
    r"at)\b(?!-)\s?:?\s?(?:(?-i:the)\s(?=(?-i:[A-Z])))?",
    re.IGNORECASE,
)
PUBLISHER = re.compile(
    r"[A-ZÄÖÜ][\w/.'-]+(?:[\s,-]{1,2}[\w/.'-]+){0,3}:\s(?=[^:]{0,40}\b(?:Press|Presses|Verlag|Springer|Suhrkamp|transcript|"
    r"Transcript|DuMont|Routledge|Palgrave|Gruyter|Böhlau|UTB|Winter|Wiley|Elsevier|Brill|Sage|SAGE|Fischer|Beck|Reclam|"
    r"Campus|Fink|Niemeyer|Narr|Lang|Klett|Nomos|Mohr|Hanser|Metzler|Rowohlt|Wallstein|Vandenhoeck|Steiner|Éditions|"
    r"Gallimard|Seuil|PUF|Garnier|Harmattan|Editorial|Editora|Einaudi|Mulino|Laterza|Carocci|Academic|Publishers?|"
    r"Publishing|Publications|Books|Wydawnictwo|Nakladatelství|Kiadó|Elgar|Blackwell|Bloomsbury|Norton|Penguin)\b)"
    r"[\w&/.' -]{2,50}"
)
NUMBERS_LAST = re.compile(
    r"[\s,]+(?:vol(?:ume)?\.?\s?)?\d{1,4}(?:\s?\(\d{1,4}\)|:\d{1,4}(?![-–\d]))?[\s,:]*(?:\d{1,5}[-–]\d{1,5})?$",
    re.IGNORECASE,
)
DATE_LAST = re.compile(r"[,\s(（]+(?:[^\W\d_]{3,9}\.?\s)?(?:19|20)\d\d[)）年]?(?:\d{1,2}月)?[\s,.]*$")
JOURNAL_RANK = re.compile(
    r"\s?[(\[](?:impact factor|if\s?[=:\d]|jif|quartile|q[1-4]\b|scopus|sjr|jcr|a\*?[- ]rank)[^()\[\]]*[)\]]?",
    re.IGNORECASE,
)
"""What an owner adds of a journal's standing."""
PUBLISHER_ALONE = re.compile(
    r"(?:[A-Z][\w.&'’-]*\s){0,4}(?:Press|Verlag|Publishers?|Publishing|Éditions|Editora|Award|Prize|"
    r"Honou?rable Mention)"
)
LONGEST_NAME = 8
SMALL_WORDS = frozenset("of and the for in on de la et des du und der die für & e y del".split())
PUBLISHING = re.compile(
    r"\b(?:Press|Publish\w*|Verlag|Routledge|Springer|Wiley|Elsevier|Palgrave|Brill|Inc|Ltd|Award|Prize|Paper|Best|Oral|"
    r"Invited|Spotlight|Poster|Talk|Thesis|Dissertation|University|Institute|Honou?r|Link|Abstract|Slides)\b"
)
WHERE_TO_FIND = re.compile(
    r"\b(?:can be (?:found|downloaded)|available (?:at|from|here|online|on request|upon))\b", re.IGNORECASE
)
"""A remark on where the text lies."""
STATUS_FIRST = re.compile(rf"^(?:{STATUS.pattern})\s?[,;:]\s", re.IGNORECASE)
"""A status that goes before a venue, or before a remark: "In press, Roofing Letters"."""
VOLUME = re.compile(r"\b(?:vol(?:ume)?|bd|band|t|tome)\.?\s?(\d{1,4})\b", re.IGNORECASE)
NUMBER_BEHIND = re.compile(
    r"\b(?:vol(?:ume)?|bd|band|t|tome)\.?\s?\d{1,4},?\s{0,2}(?:no|nos|nr|num(?:ber)?|issue|iss|heft|n[º°])\.?\s{0,2}"
    r"(\d{1,4}(?:[-–/]\d{1,4})?)\b(?!\s{0,3}[-–]\s{0,3}\d)",
    re.IGNORECASE,
)
"""The number of an issue behind that of its volume."""
VOLUME_NUMBER = re.compile(
    r"\b(\d{1,4})\s?[(（]\s?(?:no\.?\s?)?(?!(?:19|20)\d\d\s?[)）])(\d{1,4}(?:[-–/]\d{1,4})?)\s?[)）]"
)
VOLUME_YEAR = re.compile(r"[^\W\d_]\.?,?\s(\d{1,4})\s?\((?:19|20)\d\d\)")
"""Mathematicians' "Ann. Prim. 12 (2009), 1-9"."""
PAGE_RANGE = re.compile(
    r"(?:\bpp?\.?\s?|\bpages?\s|\bS\.\s?|:\s?|,\s?|"
    r"[：，\s])([A-Za-z]?\d{1,6}(?:[:.]\d{1,4})?)\s?[-–—‐−]{1,3}\s?([A-Za-z]?\d{1,6}(?:[:.]\d{1,4})?)(?=[\s.,;)\]。，；]|$)"
)
VOLUME_IN_PAGES = re.compile(r"(?P<volume>\d{1,4}):(?P<page>\d{1,5})")
"""Both in one word, as in "Roofs 8:333-347"."""
DATE = re.compile(
    r"(?:(\d{1,2})(?:st|nd|rd|th|\.)?\s)?\b([^\W\d_]{3,9})\.?,?\s(?:(\d{1,2})(?:st|nd|rd|th)?,?\s)?((?:19|20)\d\d)\b"
)
CJK_DATE = re.compile(r"((?:19|20)\d\d)[年년]\s?(\d{1,2})[月월](?:\s?(\d{1,2})[日일])?")
END_OF_VENUE = re.compile(
    r"[,，、;:.(（\[]?\s?(?:\b(?i:vol(?:ume)?|no|nr|num|issue|iss|pp?|pages?|bd|band|art(?:icle)?(?:\sno)?|paper|chapter|"
    r"ch|doi|isbn|issn|arxiv)\b(?:[.:]\s?|\s)?[\d:A-Z]|\b(?:S|n|v)\b[.:]?\s?[\d:]|第?\d+[巻卷期号]|\d{1,5}\s?[(（:：;,，]|"
    r"\d{1,5}\s?[-–—‐]|\(?(?:19|20)\d\d\b|\d{1,4}\s?$|\d{1,4}\.|https?:|"
    rf"\b(?i:{MONTHS})\.?,?\s(?:\d{{1,2}}\b|(?:19|20)\d\d\b))"
)
PART_OF_VENUE = re.compile(
    r"(?<=\()[Vv]ol(?:ume)?\.?\s\d{1,2}:\s[^\W\d_]{2}|"
    rf"\((?!(?i:{MONTHS})\b)[A-Z][^()\d]{{1,30}}['’\s-]{{0,2}}(?:(?:19|20)?\d\d)\)|"
    r"\b(?:[Oo]f|[Oo]n|[Tt]he|[Rr]eport)\s(?:(?:19|20)\d\d|[Nn]o\.\s\d{1,4})\b(?=\s[A-Z]|\W{0,3}$)"
)
"""Numbers that belong to a name: "(Volume 1: Long Papers)", "(ROOF 2017)", "Proceedings of the 2018 Roof Symposium"."""
ARCHIVE = re.compile(
    rf"(?:(?<=[\n\x00(\[.,;:–—])|(?<=[\n\x00(\[.,;:–—]\s)|(?<=vailable (?:at|on)\s))(?P<name>{SERVERS})(?:\.org)?"
    r"(?:(?P<number>[\s:./]{0,3}(?:[a-z-]+(?:\.[A-Z]{2})?/)?\d{3})|(?=[\s.,;)\]]{0,3}(?:\n|$|\x00|(?:19|20)\d\d\b)))"
)
"""A preprint server named before a number, a year or the end of its line."""


@dataclass(frozen=True, slots=True)
class Rest:
    """The fields beside title and authors, as the entry spells them."""

    year: str | None = None
    year_place: str = "none"
    date: str | None = None
    venue: str | None = None
    venue_from: str = "none"
    volume: str | None = None
    number: str | None = None
    pages: str | None = None
    status: str | None = None
    is_plan: bool = False
    """Whether all it says of its appearance is an open year ("2025+")."""


def read_rest(body: Body, reading: Reading, *, heading_year: str | None) -> Rest:
    """Read the other fields of an entry."""
    text = _masked(body, reading)
    year, place = _year(body, reading, text)
    if year is None and heading_year is not None and not _is_open(text):
        year, place = heading_year, "heading"
    venue, source = _venue(body, reading, text)
    numbers = _without_addresses(PART_OF_VENUE.sub(" ", text), lambda _: " ")
    both = VOLUME_NUMBER.search(numbers)
    volume = both or VOLUME.search(numbers) or VOLUME_BEFORE.search(numbers) or VOLUME_YEAR.search(numbers)
    number = both or NUMBER_BEHIND.search(numbers)
    pages = PAGE_RANGE.search(numbers)
    first, last = pages.groups() if pages and not _is_years(pages) else (None, None)
    before = VOLUME_IN_PAGES.fullmatch(first) if first and last and ":" not in last else None
    if before is not None:
        first = before["page"]
    status = STATUS.search(text) if status_in(body) else None
    return Rest(
        year=year, year_place=place, date=_date(text, year), venue=venue, venue_from=source,
        volume=volume.group(1) if volume else before["volume"] if before else None,
        number=number.group(number.lastindex or 0) if number else None,
        pages=f"{first}-{last}" if first else None,
        status=status.group().strip() if status else None,
        is_plan=_is_open(text) and year is None and venue is None and status is None,
    )  # fmt: skip


def _without_addresses(text: str, instead: Callable[[re.Match[str]], str]) -> str:
    """A text with something instead of URLs and identifiers, whose numbers are no years or pages."""
    return URLISH.sub(instead, text) if ADDRESS_SIGN.search(text) else text


def _is_years(pages: re.Match[str]) -> bool:
    return all(re.fullmatch(r"(?:19|20)\d\d", group) for group in pages.groups())


def _is_open(text: str) -> bool:
    return bool(re.search(r"\b20\d\d\s?\+", text))


def _masked(body: Body, reading: Reading) -> str:
    """The entry's text with title and authors blanked out, positions kept."""
    text = body.text
    spans = [(reading.title.start, reading.title.end)]
    if reading.people.place != "none":
        spans.append((reading.people.start, reading.people.end))
    for start, end in sorted(spans):
        text = text[:start] + "\x00" * (end - start) + text[end:]
    for run in body.runs:
        if run.role == "note" and run.start < len(text):
            text = text[: run.start] + "\x00" * (run.end - run.start) + text[run.end :]
    return text


def _year(body: Body, reading: Reading, text: str) -> tuple[str | None, str]:
    """The year of an entry: where its list puts it, else the last that stands with the venue."""
    for run in body.runs:
        if run.role == "year" and (found := YEAR.search(text, run.start, run.end + 1)):
            return found.group(), "role"
    clean = _without_addresses(text, lambda found: "\x01" * len(found.group()))
    if (again := REPRINTED.search(clean)) and YEAR.search(clean, 0, again.start()):
        clean = clean[: again.start()]
    stated = [found for found in YEAR.finditer(clean) if clean[found.end() : found.end() + 1] != "+"]
    years = [found for found in stated if not NOTE_YEAR.search(clean[max(0, found.start() - 60) : found.start()])]
    years = years or [
        found for found in stated if VERSION_YEAR.search(clean[max(0, found.start() - 60) : found.start()])
    ]
    if not years:
        return _short_year(text)
    people = reading.people
    if people.place in ("before", "bracket", "line", "role", "after"):
        near = next(
            (
                found
                for found in years
                if people.end <= found.start() <= people.end + 12
                and not re.search(r"[^\W\d_]{2}", clean[people.end : found.start()])
            ),
            None,
        )
        if near is not None:
            return near.group(), "authors"
    first = next((found for found in years if found.start() <= body.begin + 2), None)
    if first is not None and clean[first.end() : first.end() + 1] in ")].,:\n \x00":
        return first.group(), "begin"
    behind = [found for found in years if found.start() >= reading.title.end]
    if behind:
        line_end = clean.find("\n", behind[0].start())
        same = [found for found in behind if line_end < 0 or found.start() < line_end]
        strong = [
            found
            for found in same
            if re.search(
                r"[(,]\s?(?:[^\W\d_]{3,9}\.?\s(?:\d{1,2},?\s)?)?$", clean[max(0, found.start() - 20) : found.start()]
            )
        ]
        return (strong or same)[-1].group(), "end"
    return years[-1].group(), "front"


def _short_year(text: str) -> tuple[str | None, str]:
    """The year of "ICFX '18"."""
    found = re.search(r"[A-Z]{2}[\w-]{0,12}\s?['’](\d\d)\b", text)
    if found is None:
        return None, "none"
    return ("20" if int(found.group(1)) < 50 else "19") + found.group(1), "short"


def _date(text: str, year: str | None) -> str | None:
    if year is None:
        return None
    for found in CJK_DATE.finditer(text):
        if found.group(1) == year:
            return f"{year}-{int(found.group(2)):02d}" + (f"-{int(found.group(3)):02d}" if found.group(3) else "")
    if f" {year}" not in text and f"\n{year}" not in text:
        return None
    for found in DATE.finditer(text):
        month = MONTH_OF.get(fold(found.group(2)))
        if found.group(4) == year and month is not None:
            day = found.group(1) or found.group(3)
            return f"{year}-{month:02d}" + (f"-{int(day):02d}" if day and 1 <= int(day) <= 31 else "")
    return None


# ── the venue ───────────────────────────────────────────────────────────────────────────────


def _venue(body: Body, reading: Reading, text: str) -> tuple[str | None, str]:
    """The container: by its class name, its italics, or as what stands between title and numbers."""
    by_role = " ".join(text[run.start : run.end] for run in body.runs if run.role == "venue").replace("\x00", "")
    if re.search(r"\w{2}", by_role):
        italic = [text[run.start : run.end] for run in body.runs if run.role == "venue" and run.look.italic]
        joined = " ".join(italic).replace("\x00", "")
        venue = clean_venue(joined) if re.search(r"\w{3}", joined) and not YEAR.fullmatch(joined.strip()) else None
        venue = venue or clean_venue(by_role)
        if venue and not STATUS.match(venue):
            return venue, "role"
    if journal := JOURNAL.search(text, 0, reading.title.start):
        return clean_venue(journal["name"]), "front"
    after = max(
        reading.title.end, reading.people.end if reading.people.place in ("after", "line", "bracket", "role") else 0
    )
    for start in dict.fromkeys((after, reading.title.end)):
        for source, venue in (
            ("italic", _set_apart(body, text, start, "italic")),
            ("plain", _plain(text, start)),
            ("link", _set_apart(body, text, start, "href")),
            ("bold", _set_apart(body, text, start, "bold")),
        ):
            if venue is not None:
                return venue, source
    front = _set_apart(body, text, 0, "italic")
    if front is not None:
        return front, "front"
    archive = _archive(body, text, reading.title.end) or _archive(body, text, 0)
    return (archive, "archive") if archive is not None else (None, "none")


def _archive(body: Body, text: str, start: int) -> str | None:
    """The preprint server that stands with its number or alone, and is no mere label of a link."""
    for found in ARCHIVE.finditer(text, start):
        run = body.run_at(found.start())
        if found["number"] or run is None or not run.look.href:
            return found["name"]
    return None


def _set_apart(body: Body, text: str, start: int, test: str) -> str | None:
    """The first italic, linked or bold stretch behind the title that is no status, label or number."""
    limit = _nth_line(text, start, 4)
    parts: list[str] = []
    last = -1
    for run in body.runs_in(start, limit):
        if not getattr(run.look, test) or (test == "italic" and not parts and not is_italic_name(body, run)):
            if parts and re.search(r"\w", text[run.start : run.end]):
                break
            continue
        if parts and run.start - last > 3:
            break
        parts.append(text[max(run.start, start) : min(run.end, limit)])
        last = run.end
    venue = clean_venue("".join(parts).replace("\x00", "")) if parts else None
    if venue is None or not _is_venue(venue):
        return None
    return venue if test == "italic" or _has_venue_words(venue) else None


def _is_venue(text: str) -> bool:
    """Whether a text is neither a status nor a link's label nor a number."""
    says_something = re.search(r"[^\W\d_]{2}", text) and not STATUS.fullmatch(text) and not WHERE_TO_FIND.search(text)
    return bool(says_something) and not is_link_label(text) and not _is_publisher(text)


def _is_publisher(text: str) -> bool:
    """Whether a text is a publisher, with or without its place, or a prize: "Köln: DuMont", "Vale Press"."""
    return PUBLISHER.fullmatch(text) is not None or PUBLISHER_ALONE.fullmatch(text) is not None


def _has_venue_words(text: str) -> bool:
    return tells_venue(fold(text)) and len(text.split()) <= 14 and "http" not in text


def _nth_line(text: str, start: int, count: int) -> int:
    position = start
    for _ in range(count):
        found = text.find("\n", position + 1)
        if found < 0:
            return len(text)
        position = found
    return position


def _plain(text: str, start: int) -> str | None:
    """What stands between the title and the numbers."""
    for raw in text[start:].split("\n")[:4]:
        line = re.sub(r"\(?(?i:(?:joint(?:ly)? (?:work )?)?(?:with|mit|avec|con|com|by))\s\x00+[\s).,]*", " ", raw)
        rest = re.sub(r"^\W{0,3}[JCDMPNRSAZ](?:/OL)?\]", "", line)
        rest = re.sub(r"^[\s.,;:，。：；\"”“»」』’'`!?)）\]–—|/\x00-]+", "", rest)
        rest = re.sub(r"^\(?(?:19|20)\d\d[a-z]?(?!年)\)?[\s.,;:]*", "", rest)
        rest = rest.split("\x00")[0]
        rest = URLISH.split(rest)[0] if ADDRESS_SIGN.search(rest) else rest
        if not rest.strip():
            continue
        rest = STATUS_FIRST.sub("", rest)
        inside = IN.match(rest) or VOLUME_BEFORE.match(rest)
        rest = rest[inside.end() :] if inside else rest
        whole, rest = rest, _without_editors(rest)
        cut = END_OF_VENUE.search(PART_OF_VENUE.sub(lambda name: "x" * len(name[0]), rest))
        venue = rest[: cut.start()] if cut and cut.start() > 2 else rest
        if not (cut and 2 < cut.start() <= 60):
            venue = re.split(
                r"(?<=[^\W\d_]{4})\.\s(?=[A-Z])|\s\((?:with|accepted|to appear|under|submitted)|[,.]?\s(?:with|"
                r"mit)\s(?=[A-Z])",
                venue,
            )[0]
        cleaned = clean_venue(venue)
        told = inside or cut or len(rest) < len(whole) or (cleaned is not None and _is_named_alone(cleaned, rest))
        if cleaned and (told or tells_venue(fold(cleaned))) and _is_venue(cleaned) and 2 < len(cleaned) <= 220:
            return cleaned
    return None


def _is_named_alone(name: str, rest: str) -> bool:
    """Whether what ends a line is a name in capitals that no number follows: "Rain. Roofing and Guttering."."""
    words = name.split()
    if not 1 <= len(words) <= LONGEST_NAME or rest.strip(" .;,") != name or PUBLISHING.search(name):
        return False
    return all(word[0].isupper() or word.lower() in SMALL_WORDS for word in words) and words[0][0].isupper()


def _without_editors(rest: str) -> str:
    found = EDITORS.search(rest[:400])
    if found:
        head = rest[: found.start()]
        behind = scan(rest[found.end() : 400])
        if len(head.split()) > 2 and behind and head.rstrip()[-1:] in ",(" and split_list(head).trust < 0.45:
            return head.rstrip(" ,(")
        if head.strip() and split_list(head).trust >= 0.45:
            return re.sub(r"^[\s,:.]*(?:\(?(?:19|20)\d\d\)[\s.,:]*)?", "", rest[found.end() :])
    stops = scan(rest[:400])
    if len(stops) >= 2 and stops[-1].sign in ("(", ",") and EDITORS.match(rest[stops[-1].end :].lstrip(" ,")):
        tail = rest[stops[-1].end :].lstrip(" ,")
        mark = EDITORS.match(tail)
        return tail[mark.end() :] if mark else rest
    return rest


def clean_venue(text: str) -> str | None:
    """A container's name without "In", years, volumes, brackets and marks around it."""
    text = JOURNAL_RANK.sub("", text)
    named = any(found.end() >= len(text.rstrip(" .,;")) for found in PART_OF_VENUE.finditer(text))
    text = re.sub(r"[\s\x00]+", " ", text).strip(' .,;:，。：；|·-–—()[]（）“”"*')
    inside = IN.match(text + " ")
    if inside and len(text) > inside.end():
        text = text[inside.end() :]
    if not named:
        text = DATE_LAST.sub("", NUMBERS_LAST.sub("", DATE_LAST.sub("", NUMBERS_LAST.sub("", text))))
    text = text.strip(' .,;:|·-–—“”"*[]')
    if text.count("(") < text.count(")"):
        text = text.rstrip(")")
    elif text.count("(") > text.count(")"):
        text = text.lstrip("(") if text.startswith("(") else text + ")"
    return text if re.search(r"[^\W\d_]{2}", text) else None
