"""How two records compare: a row of figures, one a question that a careful reader would ask.

The figures are the same whether the judge is a model or a rule, and `explain` shows them field by field.
Nothing here decides anything.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from rapidfuzz.fuzz import partial_ratio, ratio

from scholarsync.reconcile.alignment import leftover, nearly
from scholarsync.reconcile.profile import PUBLISHED, Profile
from scholarsync.reconcile.venues import EMPTY_WORDS, venue_likeness
from scholarsync.reconcile.words import bits, numeral, word_set

FEATURES: tuple[tuple[str, str], ...] = (
    ("title", "title_ratio"),
    ("title", "left_more"),
    ("title", "left_less"),
    ("title", "common_bits"),
    ("title", "share"),
    ("title", "near_words"),
    ("title", "odd_more"),
    ("title", "odd_less"),
    ("title", "inside"),
    ("title", "head_equal"),
    ("title", "prefix"),
    ("title", "suffix"),
    ("title", "cut"),
    ("title", "generic"),
    ("title", "words_less"),
    ("title", "numbers_clash"),
    ("title", "numbers_extra"),
    ("title", "note"),
    ("title", "part"),
    ("title", "edition"),
    ("title", "years"),
    ("authors", "names_share"),
    ("authors", "names_all"),
    ("authors", "names_common"),
    ("authors", "names_less"),
    ("authors", "names_more"),
    ("authors", "names_cut"),
    ("authors", "first_name"),
    ("authors", "last_name"),
    ("authors", "initials_clash"),
    ("authors", "given_clash"),
    ("authors", "order"),
    ("authors", "name_in_title"),
    ("year", "year_gap"),
    ("venue", "venue"),
    ("venue", "kinds"),
    ("venue", "preprints"),
    ("volume", "volume"),
    ("number", "number"),
    ("pages", "first_page"),
    ("pages", "last_page"),
    ("doi", "doi"),
    ("doi", "published"),
    ("arxiv_id", "arxiv"),
    ("ids", "ids"),
    ("source", "same_source"),
    ("known", "known"),
)
"""(field of the record, name of the figure), in the order of the row."""

UNKNOWN = -1.0
_LABELS = word_set("tutorial session panel abstract demo demonstration extended keynote invited poster talk")
"""Words that say in what form a work was presented."""


def compare(left: Profile, right: Profile) -> tuple[float, ...]:
    """The figures of a pair, in the order of `FEATURES`; the same for (a, b) and (b, a)."""
    if right[1:] < left[1:]:
        left, right = right, left
    return (*_titles(left, right), *_people(left, right), *_rest(left, right))


def _titles(left: Profile, right: Profile) -> tuple[float, ...]:
    one, other = left.words, right.words
    marks, others = left.marks, right.marks
    generic = float(left.generic) + float(right.generic)
    cut = float(left.cut) + float(right.cut)
    less = float(min(len(one), len(other)))
    if one == other:
        common = left.weight
        flags: tuple[float, ...] = (
            (1.0, 0.0, 0.0, common, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0) if one else _NO_TITLES
        )
        clash = extra = 0.0
    elif not one or not other:
        flags = _NO_TITLES
        clash = extra = 0.0
    else:
        flags, clash, extra = _unequal_titles(left, right)
    return (
        *flags, cut, generic, less, clash, extra,
        float(marks.note != others.note),
        _side(marks.part, others.part), _side(marks.edition, others.edition),
        UNKNOWN if not (marks.years or others.years) else float(marks.years == others.years),
    )  # fmt: skip


def _unequal_titles(left: Profile, right: Profile) -> tuple[tuple[float, ...], float, float]:
    one, other = left.words, right.words
    rest, others, near = leftover(one, other)
    here, there = sum(map(bits, rest)), sum(map(bits, others))
    common = max(0.0, left.weight - here)
    short, long = (one, other) if len(one) <= len(other) else (other, one)
    head = left.head > 1 and right.head > 1 and one[: left.head] == other[: right.head]
    numbers = [number for word in rest if (number := numeral(word))]
    other_numbers = [number for word in others if (number := numeral(word))]
    flags = (
        ratio(" ".join(one), " ".join(other)) / 100.0,
        max(here, there),
        min(here, there),
        common,
        common / (common + max(here, there) + 0.01),
        float(near),
        *_odd(left, right, rest, others),
        ratio_inside(left.squeezed, right.squeezed),
        float(head) + float(head and (left.head == len(one) or right.head == len(other))),
        float(len(short) > 1 and long[: len(short)] == short),
        float(len(short) > 1 and long[-len(short) :] == short),
    )
    clash, extra = min(len(numbers), len(other_numbers)), max(len(numbers), len(other_numbers))
    return flags, float(clash), float(extra)


_NO_TITLES = (UNKNOWN, *(0.0,) * 11)


def _odd(left: Profile, right: Profile, rest: Sequence[str], others: Sequence[str]) -> tuple[float, float]:
    """Bits left over that are no names, venue words or years either: what a misread line cannot explain."""
    here = sum(bits(word) for word in rest if not _explained(word, left, right))
    there = sum(bits(word) for word in others if not _explained(word, left, right))
    return max(here, there), min(here, there)


def _explained(word: str, left: Profile, right: Profile) -> bool:
    return (
        len(word) == 1
        or word in EMPTY_WORDS
        or word in _LABELS
        or word in left.families
        or word in right.families
        or word in left.venue
        or word in right.venue
        or word in left.given
        or word in right.given
    )


def ratio_inside(one: str, other: str) -> float:
    """How well the shorter title fits somewhere inside the longer one."""
    short, long = (one, other) if len(one) <= len(other) else (other, one)
    if short in long:
        return 1.0
    return partial_ratio(short, long) / 100.0


def _people(left: Profile, right: Profile) -> tuple[float, ...]:
    one, other = left.families, right.families
    less, more = sorted((len(one), len(other)))
    cut = float(left.names_cut or left.coauthors_only) + float(right.names_cut or right.coauthors_only)
    in_title = float(_names_in(left, right) or _names_in(right, left))
    if not less:
        return (UNKNOWN, UNKNOWN, 0.0, 0.0, float(min(more, 20)), cut, UNKNOWN, UNKNOWN, 0.0, 0.0, UNKNOWN, in_title)
    pairs = match_names(left, right)
    common = len(pairs)
    initials = given = 0
    for mine, yours in pairs:
        first, second = left.initials[mine], right.initials[yours]
        initials += bool(first and second and first[0] != second[0])
        spelt, twin = left.given[mine], right.given[yours]
        given += bool(spelt and twin and spelt != twin and not nearly(spelt, twin))
    return (
        common / less,
        common / more,
        float(min(common, 20)),
        float(min(less, 20)),
        float(min(more, 20)),
        cut,
        float((0, 0) in pairs),
        float((len(one) - 1, len(other) - 1) in pairs),
        initials / common if common else 0.0,
        given / common if common else 0.0,
        float(pairs == sorted(pairs) and pairs[0][0] == pairs[0][1]) if common else UNKNOWN,
        in_title,
    )


def match_names(left: Profile, right: Profile) -> list[tuple[int, int]]:
    """Places of the people that both lists name, in the order of the left one."""
    one, other = left.families, right.families
    if one == other:
        return [(place, place) for place in range(len(one))]
    places: dict[str, list[int]] = {}
    for yours, family in enumerate(other):
        places.setdefault(family, []).append(yours)
    pairs, missed = [], []
    for mine, family in enumerate(one):
        found = places.get(family)
        if found:
            pairs.append((mine, found.pop(0)))
        else:
            missed.append(mine)
    if not missed:
        return pairs
    free = dict.fromkeys(sorted(yours for found in places.values() for yours in found))
    for mine in missed[:12]:
        for yours in tuple(free)[:12]:
            if _same_name(
                (one[mine], left.initials[mine], left.given[mine]),
                (other[yours], right.initials[yours], right.given[yours]),
            ):
                del free[yours]
                pairs.append((mine, yours))
                break
    return sorted(pairs)


@lru_cache(maxsize=262144)
def _same_name(mine: tuple[str, str, str], yours: tuple[str, str, str]) -> bool:
    """Whether two names are one with a slip, or with family and given name confused."""
    family, initials, given = mine
    other, other_initials, other_given = yours
    if not family or not other:
        return False
    if initials and other_initials and initials[0] == other[0] and other_initials[0] == family[0]:
        return len(initials) == 1 or len(other_initials) == 1
    if (family and family == other_given) or (other and other == given):
        return True
    return nearly(family, other) or (
        min(len(family), len(other)) >= 4 and (family.endswith(other) or other.endswith(family))
    )


def _names_in(named: Profile, titled: Profile) -> bool:
    """Whether the title of one holds the first surname of the other, as it does where a title was misread."""
    return bool(named.families) and len(named.families[0]) > 3 and named.families[0] in titled.words


def _rest(left: Profile, right: Profile) -> tuple[float, ...]:
    gap = float(min(abs(left.year - right.year), 10)) if left.year and right.year else UNKNOWN
    preprints = (left.kind == "preprint") + (right.kind == "preprint")
    volume, first_page = _tie(left.volume, right.volume), _tie(left.first_page, right.first_page)
    doi = _tie(left.doi, right.doi)
    venue = venue_likeness(left.venue, right.venue)
    return (
        gap,
        venue,
        _kinds(left.kind, right.kind),
        float(preprints),
        volume,
        _tie(left.number, right.number),
        first_page,
        _tie(left.last_page, right.last_page),
        doi,
        float(bool(left.doi) and left.kind in PUBLISHED) + float(bool(right.doi) and right.kind in PUBLISHED),
        _tie(left.arxiv, right.arxiv),
        _ids(left, right),
        float(left.source == right.source) if left.source and right.source else UNKNOWN,
        float((gap != UNKNOWN) + (venue != UNKNOWN) + (volume != UNKNOWN) + (first_page != UNKNOWN) + (doi != UNKNOWN)),
    )


def _kinds(one: str, other: str) -> float:
    if not one or not other:
        return UNKNOWN
    if one == other:
        return 0.0
    if "preprint" in (one, other):
        return 1.0
    if {one, other} == {"conference", "journal"}:
        return 2.0
    return 3.0


def _ids(left: Profile, right: Profile) -> float:
    if not left.ids or not right.ids:
        return UNKNOWN
    if set(left.ids) & set(right.ids):
        return 1.0
    kinds = {kind.partition(":")[0] for kind in left.ids} & {kind.partition(":")[0] for kind in right.ids}
    return 0.0 if kinds else UNKNOWN


def _tie(one: str, other: str) -> float:
    """1 agree, 0 clash, unknown where either side is silent."""
    if not one or not other:
        return UNKNOWN
    return float(one == other)


def _side(one: str, other: str) -> float:
    """As `_tie`, but 0.5 where one side alone says something."""
    if not one and not other:
        return UNKNOWN
    if not one or not other:
        return 0.5
    return float(one == other)
