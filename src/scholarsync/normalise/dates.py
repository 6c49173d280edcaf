"""Dates keep their precision: a year, a month or a day is known, and nothing is added to it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from scholarsync.normalise.titles import fold

MONTHS = (
    (
        "january jan janvier janv enero ene januar januari gennaio gen janeiro jan jaenner janner styczen"
        " ocak leden ledna январь января янв januari tammikuu"
    ),
    (
        "february feb fevrier fevr febrero februar februari febbraio fevereiro fev luty"
        " subat unor unora февраль февраля фев helmikuu"
    ),
    "march mar mars marzo marz maerz maart marco marzec mrz mart brezen brezna март марта maaliskuu",
    "april apr avril avr abril abr aprile kwiecien nisan duben dubna апрель апреля апр huhtikuu",
    "may mai mayo mei maggio mag maio maj mayis kveten kvetna май мая toukokuu",
    "june jun juin junio juni giugno giu junho czerwiec haziran cerven cervna июнь июня kesakuu",
    "july jul juillet juil julio juli luglio lug julho lipiec temmuz cervenec cervence июль июля heinakuu",
    "august aug aout agosto ago augustus sierpien agustos srpen srpna август августа авг elokuu",
    "september sep sept septembre septiembre settembre set setembro wrzesien eylul zari сентябрь сентября сен syyskuu",
    (
        "october oct octobre octubre oktober okt ottobre ott outubro out pazdziernik"
        " ekim rijen rijna октябрь октября окт lokakuu"
    ),
    "november nov novembre noviembre novembro listopad kasim listopadu ноябрь ноября ноя marraskuu",
    (
        "december dec decembre diciembre dic dezember dez dicembre dezembro grudzien"
        " aralik prosinec prosince декабрь декабря дек desember joulukuu"
    ),
)
"""Names of the months as they stand in dates, folded: English, French, Spanish, German, Dutch, Italian, Portuguese,
Polish, Turkish, Czech, Russian, Finnish; the Nordic ones are among them."""
MONTH_OF = {fold(name): number for number, names in enumerate(MONTHS, 1) for name in names.split()}
BETWEEN = frozenset("st nd rd th de of er e do den".split())
"""What stands between a day and its month."""
YEAR = r"((?:1[5-9]|20|21)\d\d)"
CJK_DATE = re.compile(rf"{YEAR}\s?[年년](?:\s?(\d{{1,2}})\s?[月월](?:\s?(\d{{1,2}})\s?[日일])?)?")
ISO = re.compile(rf"(?<!\d){YEAR}[-/.](\d{{1,2}})(?:[-/.](\d{{1,2}}))?(?!\d)")
DAY_FIRST = re.compile(rf"(?<!\d)(\d{{1,2}})[-/.](\d{{1,2}})[-/.]{YEAR}(?!\d)")
COMPACT = re.compile(rf"^{YEAR}(\d\d)(\d\d)$")
WORDS = re.compile(r"\d+|[^\W\d_]+")
BARE_YEAR = re.compile(rf"(?<!\d){YEAR}(?!\d)")


@dataclass(frozen=True, slots=True)
class PartialDate:
    """A date as far as it is known."""

    year: int
    month: int | None = None
    day: int | None = None

    @property
    def iso(self) -> str:
        """``2024``, ``2024-05`` or ``2024-05-17``."""
        parts = f"{self.year:04}", self.month and f"{self.month:02}", self.day and f"{self.day:02}"
        return "-".join(part for part in parts if part)


@lru_cache(maxsize=50_000)
def parse_date(text: str) -> PartialDate | None:
    """The date that a text states, or None; "in press" and a bare month are no date."""
    text = text.strip()
    for pattern in (COMPACT, CJK_DATE, ISO):
        if found := pattern.search(text):
            return _valid(int(found[1]), _number(found[2]), _number(found[3]))
    if found := DAY_FIRST.search(text):
        first, second, year = int(found[1]), int(found[2]), int(found[3])
        if first > 12 >= second:
            return _valid(year, second, first)
        if second > 12 >= first:
            return _valid(year, first, second)
        return _valid(year, second if first == second else None, first if first == second else None)
    years = [int(year) for year in BARE_YEAR.findall(text)]
    return _in_words(text, years) if years else None


def parse_month(text: str) -> int | None:
    """The number of a month given by name, number or BibTeX macro."""
    words = fold(text).split()
    for word in words:
        if word in MONTH_OF:
            return MONTH_OF[word]
        if word.isdecimal() and 1 <= int(word) <= 12:
            return int(word)
    return None


def _in_words(text: str, years: list[int]) -> PartialDate:
    """From a date in words: "17 May 2024", "May 17-19, 2024"; of a span its beginning."""
    words = [word for word in WORDS.findall(text) if word.lower() not in BETWEEN]
    for place, word in enumerate(words):
        month = MONTH_OF.get(fold(word))
        if month is None:
            continue
        around = [words[i] for i in (place - 1, place + 1) if 0 <= i < len(words)]
        days = [int(w) for w in around if w.isdecimal() and len(w) <= 2 and 1 <= int(w) <= 31]
        after = [int(w) for w in words[place + 1 :] if BARE_YEAR.fullmatch(w)]
        return _valid(after[0] if after else years[-1], month, days[0] if len(days) == 1 else None)
    return PartialDate(years[-1])


def _number(text: str | None) -> int | None:
    return int(text) if text else None


def _valid(year: int, month: int | None = None, day: int | None = None) -> PartialDate:
    if month is None or not 1 <= month <= 12:
        return PartialDate(year)
    if day is None or not 1 <= day <= _length(year, month):
        return PartialDate(year, month)
    return PartialDate(year, month, day)


def _length(year: int, month: int) -> int:
    if month == 2:
        return 29 if year % 4 == 0 and (year % 100 or year % 400 == 0) else 28
    return 30 if month in {4, 6, 9, 11} else 31
