"""The records of one name, prepared for comparison: who wrote with whom, words, venues, rarity.

Everything that says how telling a piece of evidence is (how common a co-author's name, how
rare a word) is counted from the records at hand, so that no list of names or topics of some
field has to ship with the program.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from scholarsync.attribute.evidence import PersonEvidence
from scholarsync.attribute.names import Fit, Name, compare_names, name_of
from scholarsync.attribute.words import COMMON_SURNAMES, words_of
from scholarsync.model import Author, Record
from scholarsync.normalise.names import parse_name

LONG_LIST = 25
"""Author lists longer than this say little about who works with whom."""
Role = Literal["candidate", "known", "rejected", "ticked", "unticked"]
"""What an item is here; a name that was ticked or left is an item of its own, without title or year."""

_READ, _NEIGHBOURS = 100, 10

_COMMON_PRIOR = 30


@dataclass(frozen=True, slots=True)
class Item:
    """One record in the form that is compared."""

    number: int
    key: str
    target: Name | None
    """The name on the record that is taken for the person's."""
    fit: Fit
    others: tuple[Name, ...]
    """The co-authors."""
    size: int
    """Length of the author list."""
    words: dict[str, float]
    """Weight of each word of the title; the squares add up to one."""
    venue: str
    venue_words: frozenset[str]
    year: int | None
    role: Role = "candidate"

    @property
    def ours(self) -> bool:
        """Whether it is taken for the person's: a known work, or a co-author the person ticked."""
        return self.role in {"known", "ticked"}

    @property
    def asked(self) -> bool:
        """Whether it is a candidate."""
        return self.role == "candidate"

    @property
    def first(self) -> str:
        """The first name as spelled out on the record, where it is."""
        return self.target.first if self.target is not None else ""


@dataclass(slots=True)
class Pool:
    """All records of one question, known and candidate, with what was counted over them."""

    person: tuple[Name, ...]
    items: tuple[Item, ...]
    by_key: dict[str, list[tuple[int, Name]]] = field(default_factory=dict)
    """Surname and initial of a co-author to the records that name one."""
    surname_spread: Counter[str] = field(default_factory=Counter)
    """In how many forms (initials and first names) a surname occurs."""
    given_spread: Counter[str] = field(default_factory=Counter)
    """With how many surnames a first name occurs."""
    spelling: dict[Name, str] = field(default_factory=dict)
    """How a name is spelled most often."""

    def commonness(self, name: Name, *, full: bool) -> float:
        """How many people of this name to expect, as a logarithm; 0 for a name like no other."""
        spread = self.surname_spread[name.surname] + (_COMMON_PRIOR if name.surname in COMMON_SURNAMES else 0)
        given = self.given_spread[name.first] if full else 20
        return math.log1p(max(0, spread - 1)) * (0.35 + 0.13 * math.log1p(max(0, given - 1)))


def person_names(person: PersonEvidence) -> tuple[Name, ...]:
    """The person's own names, folded, each once."""
    names = []
    for text in (person.name, *person.variants):
        name = name_of(parse_name(text))
        if name is not None and name not in names:
            names.append(name)
    return tuple(names)


def fit_person(name: Name, person: Sequence[Name]) -> Fit:
    """How well a name fits the person: the best of the variants, of the spelled-out ones where it is spelled out.

    So "Kanae" does not pass for a "Keito" who is also written "K."; and a middle name that the
    person never has is a clash, though a variant without one would let it pass.
    """
    spelled = [own for own in person if own.first] if name.first else []
    fits = [compare_names(own, name) for own in spelled or person]
    best = max(fits, default=Fit.ABSENT)
    if Fit.MIDDLE_CLASH in fits and best in {Fit.INITIAL, Fit.FIRST, Fit.NEAR}:
        return Fit.MIDDLE_CLASH
    return best


def find_target(names: Sequence[Name], person: Sequence[Name]) -> tuple[int | None, Fit]:
    """Which author the person would be, and how well the name fits; (None, ABSENT) where none has the surname."""
    surnames = {name.surname for name in person}
    best: tuple[Fit, int] | None = None
    for place, name in enumerate(names):
        if name.surname in surnames:
            fit = fit_person(name, [own for own in person if own.surname == name.surname])
        elif name.swapped is not None and name.swapped in person:
            fit = Fit.FIRST
        else:
            continue
        if best is None or (fit, -place) > best:
            best = (fit, -place)
    return (None, Fit.ABSENT) if best is None else (-best[1], best[0])


def build_pool(person: PersonEvidence, candidates: Sequence[Record]) -> Pool:
    """Prepare all that is known and the candidates; the candidates come first, in the order given."""
    names = person_names(person)
    records: list[tuple[Role, Record]] = [
        *(("candidate", record) for record in candidates),
        *(("known", record) for record in person.known),
        *(("rejected", record) for record in person.rejected),
    ]
    titles = [words_of(record.title) for _, record in records]
    seen = Counter(word for words in titles for word in set(words))
    rarity = {word: math.log((len(records) + 1) / count) for word, count in seen.items()}
    items = [
        _item(number, record, role=role, person=names, words=_weigh(words, rarity))
        for number, ((role, record), words) in enumerate(zip(records, titles, strict=True))
    ]
    for role, texts in (("ticked", person.coauthors), ("unticked", person.strangers)):
        for text in texts:
            name = name_of(parse_name(text))
            if name is not None:
                items.append(_named(len(items), name, role="ticked" if role == "ticked" else "unticked"))
    spelled = _spellings(author for _, record in records for author in record.authors)
    return _count(Pool(names, tuple(items), spelling=spelled))


def _spellings(authors: Iterable[Author]) -> dict[Name, str]:
    count = Counter(author for author in authors if name_of(author) is not None)
    best: dict[Name, tuple[int, str]] = {}
    for author, times in count.items():
        name = name_of(author)
        if name is not None:
            best[name] = min(best.get(name, (0, "")), (-times, author.name))
    return {name: text for name, (_, text) in best.items()}


def _item(number: int, record: Record, *, role: Role, person: Sequence[Name], words: dict[str, float]) -> Item:
    authors = [name for author in record.authors if (name := name_of(author)) is not None]
    place, fit = (None, Fit.ABSENT) if record.coauthors_only else find_target(authors, person)
    venue = words_of(record.venue)
    return Item(
        number=number,
        key=record.key,
        target=None if place is None else authors[place],
        fit=fit,
        others=_coauthors(authors, place),
        size=len(record.authors),
        words=words,
        venue=" ".join(venue),
        venue_words=frozenset(venue),
        year=record.year,
        role=role,
    )


def _named(number: int, name: Name, *, role: Role) -> Item:
    return Item(
        number=number, key=f"{name.surname}, {' '.join(name.given)}", target=None, fit=Fit.ABSENT, others=(name,),
        size=2, words={}, venue="", venue_words=frozenset(), year=None, role=role,
    )  # fmt: skip


def _coauthors(authors: Sequence[Name], place: int | None) -> tuple[Name, ...]:
    """The other authors, each once; of a very long list the first and those beside the person."""
    near = range(0) if place is None else range(place - _NEIGHBOURS, place + _NEIGHBOURS + 1)
    return tuple(dict.fromkeys(name for i, name in enumerate(authors) if i != place and (i < _READ or i in near)))


def _weigh(words: Iterable[str], rarity: dict[str, float]) -> dict[str, float]:
    weights = {word: rarity[word] for word in sorted(set(words))}
    length = math.sqrt(sum(value * value for value in weights.values()))
    return {word: value / length for word, value in weights.items()} if length else {}


def _count(pool: Pool) -> Pool:
    by_key: dict[str, list[tuple[int, Name]]] = defaultdict(list)
    forms: dict[str, set[str]] = defaultdict(set)
    surnames: dict[str, set[str]] = defaultdict(set)
    for item in pool.items:
        for name in item.others:
            by_key[name.initial_key].append((item.number, name))
            if name.given:
                forms[name.surname].add(name.given[0])
            if name.first:
                surnames[name.first].add(name.surname)
    pool.by_key = dict(by_key)
    pool.surname_spread = Counter({surname: len({form[0] for form in found}) for surname, found in forms.items()})
    pool.given_spread = Counter({first: len(found) for first, found in surnames.items()})
    return pool
