"""Made-up works whose text means something to some format: for round trips and for pages one looks at."""

import random
from collections.abc import Iterator

from scholarsync.model import Author, Record, Work
from scholarsync.normalise.names import parse_name
from scholarsync.publish import labels

NAMES = (
    "Ada Quillfeather", "Bo van der Meer", "Zoë Ångström-Ruiz", "J.-P. d'Arc", "Siân O'Neil", "Ngọc Trần", "Ömer Şahin",
    "Inés de la Peña", "Łukasz Żyła", "K. Ito", "Mary Ann Fairweather", "A. B. Sandoval", "山田太郎", "김민수",
    "Håkon Bjørnstad", "Tove Nørgård", "Philip Oakes Jr.", "Dvořák Kučera", "Émile Brontë", "Søren Aagaard",
)  # fmt: skip
SUBJECTS = ("River gauges", "Braided channels", "Moss carpets", "Kites", "Tidal mills", "Ice cores", "Bell towers")
MIDDLES = (
    "of the Danube & Rhine", "at 100 % load", "in snake_case_names", "with $O(n^2)$ steps", "of List<int> types", "for =SUM(A1) cells",
    "when p < 0.05 and q > 2", "#1 of all", "by [bracketed] means", "as *starred* items", "under {braced} DNA",
    "using C++ and C#", "on the μ-scale", "near Zürich", "of H₂O and CO₂", "without ~tilde and ^caret", "and “quotes”",
    "and the IEEE 802.11 way", "at javascript:alert(1)", "in a|b tables", "à la carte", "日本語の題名", "of x_i and y^2",
    "from 5 to 10 °C", "with back`ticks`", "for 5 \\ 2 slashes", "at $5 a piece", "in R&D", "the AT&T case", "'tis",
)  # fmt: skip
ENDS = ("", "?", "!", ": A Survey", " – Part II", " (Revisited)", ": Why not?", ", Once More", ". A Tale")
VENUES = (
    ("Journal of Made-up Hydrology", "article"), ("Maps & Rivers", "article"), ("Annals of 100 % Things", "article"),
    ("Proceedings of the 7th Conference on Kites", "conference"), ("Revista de Ríos y Mapas", "article"),
    ("Workshop on C++ and Bells", "conference"), ("Letters in Moss_Science", "article"),
)  # fmt: skip


def works(count: int, *, seed: int = 1) -> tuple[Work, ...]:
    """So many works, the same for the same seed, with labels."""
    made = tuple(_works(count, random.Random(seed)))
    keys = labels(made, taken={})
    return tuple(with_label(work, keys[work.key]) for work in made)


def with_label(work: Work, label: str) -> Work:
    return Work(
        key=work.key, chosen=work.chosen, origin=work.origin, records=work.records, versions=work.versions,
        label=label, people=work.people,
    )  # fmt: skip


def _works(count: int, chance: random.Random) -> Iterator[Work]:
    for number in range(count):
        yield work_of(record(number, chance))


def work_of(chosen: Record, **more: object) -> Work:
    return Work(key=chosen.key, chosen=chosen, records=(chosen.key,), people=("Ada Quillfeather",), **more)


def record(number: int, chance: random.Random) -> Record:
    venue, kind = chance.choice(VENUES)
    year = chance.randint(1990, 2026)
    pages = f"{number + 1}-{number + chance.randint(2, 40)}"
    article = kind == "article"
    return Record(
        key=f"curated:{number}", source="curated", title=title(number, chance), authors=authors(chance), year=year,
        date=f"{year}-{chance.randint(1, 12):02}" if chance.random() < 0.5 else str(year), venue=venue, type=kind,
        volume=str(chance.randint(1, 90)) if article else None, number=str(chance.randint(1, 12)) if article else None,
        pages=pages, doi=f"10.5555/ab_{number}.{year}" if chance.random() < 0.8 else None,
        arxiv_id=f"{chance.randint(10, 25)}{chance.randint(1, 12):02}.{number:05}" if chance.random() < 0.4 else None,
        links={"pdf": f"https://example.org/p_{number}.pdf?a=1&b=%20x"} if chance.random() < 0.5 else {},
    )  # fmt: skip


def title(number: int, chance: random.Random) -> str:
    middle = " ".join(chance.sample(MIDDLES, chance.randint(1, 2)))
    return f"{chance.choice(SUBJECTS)} {middle} no. {number}{chance.choice(ENDS)}"


def authors(chance: random.Random) -> tuple[Author, ...]:
    return tuple(parse_name(name) for name in chance.sample(NAMES, chance.choice((1, 2, 2, 3, 4, 7))))
