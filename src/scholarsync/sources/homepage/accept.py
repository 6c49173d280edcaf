"""Which candidates are publications: told by their heading, their list, and themselves."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from scholarsync.sources.homepage.blocks import ITEMS
from scholarsync.sources.homepage.candidate import Candidate
from scholarsync.sources.homepage.evidence import DATE_FIRST, sounds_new
from scholarsync.sources.homepage.lexicon import fold, is_link_label
from scholarsync.sources.homepage.sections import classify, share_of_usual

FOOTER = re.compile(
    r"©|\bcopyright\b|powered by|last (?:updated|modified|update|changed|revised|edited)|template|"
    r"letzte (?:änderung|aktualisierung)|derni[èe]re mise [àa] jour|[úu]ltima actualizaci[óo]n|ultimo aggiornamento|"
    r"最終更新|最后更新|最後更新|최종 ?수정|ostatni[ae] (?:zmian[ay]|aktualizacj[ai]|modyfikacj[ai])|"
    r"posledn[íi] (?:aktualizace|změna|úprava)|последн(?:ее|ие) (?:обновлени[ея]|изменени[ея])|"
    r"laatst (?:gewijzigd|bijgewerkt)|senast (?:uppdaterad|ändrad)|sidst opdateret|sist oppdatert|"
    r"viimeksi päivitetty|utolsó (?:frissítés|módosítás)|son güncelleme|τελευταία ενημέρωση|"
    r"source code of this|hosted (?:by|on)|website design|dise[ñn]o de sitio|\bjekyll\b",
)
"""What stands at the foot of a page, in lower case."""

REMARK = re.compile(
    r"^\W{0,3}\*|\bthis (?:list|page)\b|equal contributions?|alphabetical|lexicographic|corresponding authors?|"
    r"\bplease\b|\bclick\b|\blook me up\b|\bfind (?:me|my)\b|\bmy (?:cv|google scholar|profile)\b|"
    r"\bpublication info\b|\b\d+ citations\b|从新到旧|点击",
    re.IGNORECASE,
)
"""Sentences about a list that stand in it."""
OF_THE_ENTRY_ABOVE = re.compile(
    r"^\W{0,3}(?:(?:also|first|was|to be|(?:slides|poster|talk|paper|work)(?: was)?) )?"
    r"(?:presented (?:at|in|as)|highlighted (?:in|by|as)|"
    r"featured (?:in|on|by)|covered (?:in|by)|(?:an )?earlier version|(?:a )?preliminary version|appeared (?:in|at|as)|"
    r"selected (?:as|for)|recipient of|winner of|won the|awarded|nominated for|contributed equally)\b",
    re.IGNORECASE,
)
"""Remarks on lines of their own: where a paper was shown, what it won."""
MOST_HEADING_WORDS = 8
HEADING_SHARE = 0.45
SOFTWARE = re.compile(r"\[[^\]]{0,40}\b(?:software|mobile app)\b", re.IGNORECASE)
PROFILE = re.compile(
    r"scholar\.google\.[a-z.]+/citations|researchgate\.net/profile|orcid\.org/|dblp\.(?:org|uni-trier\.de)/|"
    r"semanticscholar\.org/author|linkedin\.com/|academia\.edu/?|publons\.com|webofscience\.com|scopus\.com/authid|"
    r"inspirehep\.net/authors|ssrn\.com/(?:author|sol3/cf_dev/absbyauth)|ideas\.repec\.org/[ef]/|mathscinet",
    re.IGNORECASE,
)
TITLE_WITH = re.compile(r"[^\n.]{15,200}[.?!]\s(?:joint(?: work)?\s)?[Ww]ith\s[A-Z][^\n]{3,200}\Z")
"""A paragraph that is a title and the co-authors, as economists list their working papers."""
LONGEST_TITLE = 30
MOST_SHARE, ENOUGH = 0.75, 4
"""Of a list without a heading: from when on it vouches for those of its items that say less."""
QUOTED_FIRST = re.compile(r"\W{0,2}[“\"„«‘']")
MAIL = re.compile(r"\w\s?@\s?[\w-]{1,64}\.\w")
SPOKEN = re.compile(r"招待講演|基調講演|특별강연|초청강연")
"""What marks an entry of a list as a talk."""
AWARD_ALONE = re.compile(
    r"(?:\S+\s){0,8}(?:award|prize|honou?rable mention|best paper|finalist|nominee)\W*", re.IGNORECASE
)
WHO_DID_WHAT = re.compile(r"[^\W\d_] contributed (?:equally|to (?:the|this|all|data))\b[^.]{0,80}\W{0,3}$")
FURNISHED = re.compile(
    r"^\W{0,3}(?:(?:web ?(?:site|page)? )?(?:design|theme|layout|template)(?:ed)?\s?(?::|by\b)|"
    r"impressum|privacy|sitemap|back to top)",
    re.IGNORECASE,
)
"""What stands at the foot of a page in items of its own."""
HEADER_WORDS = frozenset(
    "year date title titles author authors journal venue conference publication publications link links pdf no nr "
    "type jahr titel autoren autor ano titulo autores annee titre auteurs 年 题目 作者 期刊 タイトル 著者".split()
)


@dataclass(frozen=True, slots=True)
class Ruling:
    """Whether a list's candidates are taken, and why."""

    taken: tuple[Candidate, ...]
    why: str
    where: str
    candidates: int


def group_of(candidate: Candidate) -> str:
    """Name of the list a candidate stands in."""
    return f"{candidate.section.text or ''}|{candidate.signature}"


def accept(candidates: Sequence[Candidate]) -> list[Ruling]:
    """Rule on each list of candidates."""
    groups: dict[str, list[Candidate]] = {}
    for candidate in candidates:
        if _is_remark(candidate):
            continue
        groups.setdefault(f"{group_of(candidate)}|{candidate.section.kind}|{candidate.tag}", []).append(candidate)
    has_papers = any(member.section.kind == "papers" and member.complete for member in candidates)
    shapes = {
        member.signature
        for member in candidates
        if member.section.kind == "papers" and member.signature.startswith("joined")
    }
    return [_rule(members, has_papers=has_papers, shapes=shapes) for members in groups.values()]


def _is_remark(candidate: Candidate) -> bool:
    """Whether a stretch says something of the entry above it."""
    text, evidence = candidate.text, candidate.evidence
    if MAIL.search(text) and evidence.year <= 0:
        return True
    if SOFTWARE.search(text) or SPOKEN.search(text) or _only_heads(candidate) or _leads_to_profiles(candidate):
        return True
    if WHO_DID_WHAT.search(text) and evidence.year <= 0:
        return True
    return (OF_THE_ENTRY_ABOVE.match(text) or AWARD_ALONE.fullmatch(text.strip())) is not None and evidence.people < 1


def _leads_to_profiles(candidate: Candidate) -> bool:
    """Whether a stretch without a year has links, all of them to the owner's profiles elsewhere."""
    links = {piece.look.href for cell in candidate.cells for piece in cell.pieces if piece.look.href}
    return bool(links) and candidate.evidence.year <= 0 and all(PROFILE.search(link) for link in links)


def _only_heads(candidate: Candidate) -> bool:
    """Whether a stretch is nothing but words that head lists, with the owner's name at most: "Papers Ada Quill"."""
    text, evidence = candidate.text, candidate.evidence
    if (
        len(text.split()) > MOST_HEADING_WORDS
        or evidence.year > 0
        or evidence.identifier > 0
        or len(candidate.cells) > 2
    ):
        return False
    return classify(text)[0] in ("papers", "refused") and share_of_usual(text) >= HEADING_SHARE


def _rule(members: list[Candidate], *, has_papers: bool, shapes: set[str]) -> Ruling:
    section = members[0].section
    where = f"{section.text or 'no heading'} ({members[0].signature})"
    if section.kind == "refused":
        return Ruling((), f"under {section.why!r}", where, len(members))
    if section.kind == "papers":
        taken = _from_papers(members, has_papers=has_papers)
        return Ruling(tuple(taken), f"under {section.why!r}", where, len(members))
    if members[0].signature in shapes:
        return Ruling(
            tuple(member for member in members if not _is_news(member)),
            "shaped as the entries below the heading of papers",
            where,
            len(members),
        )
    taken = [member for member in members if _stands_alone(member)]
    share = len(taken) / len(members)
    needed = 0.5 if not has_papers else 0.6
    if share >= MOST_SHARE and len(taken) >= ENOUGH:
        taken = [member for member in members if _stands_alone(member) or (member.complete and not _is_news(member))]
    if taken and share >= needed and (len(taken) >= 2 or not has_papers or _is_full(taken[0])):
        return Ruling(
            tuple(taken),
            f"no heading vouches, but {len(taken)} of {len(members)} read as publications",
            where,
            len(members),
        )
    return Ruling(
        (), f"no heading vouches, and only {len(taken)} of {len(members)} read as publications", where, len(members)
    )


def _from_papers(members: list[Candidate], *, has_papers: bool) -> list[Candidate]:
    members = [member for member in members if not _is_header_row(member) and not _is_footer(member)]
    if not members:
        return []
    if sum(_is_news(member) for member in members) > 0.5 * len(members):
        return []
    complete = [member for member in members if member.complete]
    if members[0].tag in ITEMS or members[0].tag == "dd":
        least = 0.5 if complete else 0.0
        return [
            member for member in members if member.complete or (_is_titled(member) and member.evidence.score >= least)
        ]
    dated = _are_dated(members)
    if sum(TITLE_WITH.match(member.text) is not None for member in members) >= max(2, 0.6 * len(members)):
        return [member for member in members if member.complete or _is_short_title(member)]
    if sum(QUOTED_FIRST.match(member.text) is not None for member in members) >= max(3, 0.7 * len(members)):
        return [m for m in members if m.complete or (QUOTED_FIRST.match(m.text) and m.evidence.year >= 1)]
    return [
        member
        for member in members
        if (member.complete or ((complete or has_papers or dated) and _is_near(member, dated=dated)))
        and not (_is_news(member) and member.evidence.people < 1)
    ]


def _is_short_title(member: Candidate) -> bool:
    """Whether a paragraph is a title, with or without co-authors, among others that are."""
    if TITLE_WITH.match(member.text):
        return True
    few = 4 <= member.evidence.words <= LONGEST_TITLE
    return few and not REMARK.search(member.text) and not _is_news(member) and not member.text.rstrip().endswith(":")


def _is_footer(member: Candidate) -> bool:
    """Whether a stretch is about the list or the page; a paper on templates or copyright names its people."""
    if REMARK.search(member.text) and member.evidence.people < 1 and member.evidence.year < 1:
        return True
    if FOOTER.search(member.text[:200].lower()) is None:
        return False
    return not (member.evidence.strong and (member.evidence.people >= 1 or member.tag in ITEMS))


def _is_header_row(member: Candidate) -> bool:
    """Whether a table row only names its columns."""
    words = fold(member.text).split()
    return (
        member.tag == "tr"
        and 0 < len(words) <= 12
        and sum(word in HEADER_WORDS for word in words) * 3 >= 2 * len(words)
    )


def _are_dated(members: list[Candidate]) -> bool:
    """Whether nearly all lines of a section state a year: then each is an entry, however little else it says."""
    dated = sum(member.evidence.year >= 1 and 5 <= member.evidence.words <= 60 for member in members)
    return len(members) >= 2 and dated >= 0.8 * len(members)


def _is_near(member: Candidate, *, dated: bool) -> bool:
    """Whether an incomplete line is likely an entry: enough evidence, or some and a title set apart."""
    evidence = member.evidence
    if REMARK.search(member.text) or evidence.free < 4 or evidence.words > 80 or evidence.inner:
        return False
    if member.section.text is None:
        return False  # the page's own title vouches for no line that says little
    return evidence.score >= 1.5 or (evidence.score >= 1.0 and (evidence.look > 0 or (dated and evidence.year >= 1)))


def _is_titled(member: Candidate) -> bool:
    """Whether an incomplete item may still be a title."""
    evidence = member.evidence
    text = member.text.strip()
    return (
        not REMARK.search(member.text)
        and not FURNISHED.match(text)
        and evidence.words >= (2 if evidence.look else 3)
        and not _is_news(member)
        and not is_link_label(text)
        and not text.endswith(":")
        and evidence.words <= 120
    )


def _is_full(member: Candidate) -> bool:
    """Whether a stretch is a citation in all its parts."""
    evidence = member.evidence
    return evidence.people >= 1.5 and evidence.year >= 1 and evidence.venue >= 1 and evidence.words <= 80


def _stands_alone(member: Candidate) -> bool:
    evidence = member.evidence
    if _is_news(member) or evidence.words > 250:
        return False
    if not evidence.strong:
        return False
    return evidence.people >= 1.2 or (
        evidence.venue >= 0.5 and evidence.year > 0 and evidence.look + evidence.identifier >= 0.5
    )


def _is_news(member: Candidate) -> bool:
    """First person, or an announcement."""
    text = member.text
    evidence = member.evidence
    if DATE_FIRST.match(text) and (evidence.newsy or evidence.people < 1):
        return True
    return evidence.newsy and evidence.people < 1.2 and sounds_new(text[:300])
