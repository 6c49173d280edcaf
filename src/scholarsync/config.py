"""One TOML file to frozen settings; every mistake is told at once, with its place.

Relative paths in the file are relative to the file's own folder, so that a job may start
anywhere.  Unknown keys are mistakes: a misspelt option must not be silently without effect.
"""

from __future__ import annotations

import re
import tomllib
from functools import cached_property
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from scholarsync.errors import ConfigError
from scholarsync.model import Person, Policy, Watch, WorkType

Text = Annotated[str, Field(min_length=1)]
PLACEHOLDER = "you@example.org"
"""The contact in a fresh config.toml: fine for files, refused before the first request to a server."""


class Frozen(BaseModel):
    """A table of the settings file: immutable, unknown keys refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", str_strip_whitespace=True)


class WatchTable(Frozen):
    """``[[people.watches]]``: one place to look."""

    source: Text
    """``scholar``, ``arxiv``, ``homepage``, ``bibtex``, ``exports``, ``orcid``, ``curated`` …"""
    locator: Text
    """Profile id, author id, query or URL, as the source reads it; or a file in place of the net."""
    identity: bool | None = None
    """Whether all that is listed there is the person's own; by default as the source and locator say."""
    options: dict[str, str] = Field(default_factory=dict)

    def watch(self, person: str, folder: Path) -> Watch:
        """As the noun, with the absolute path in the options where the locator names a file."""
        options = dict(self.options)
        if (path := local_path(self.locator, folder)) is not None:
            options["path"] = str(path)
        identity = self.identity if self.identity is not None else is_identity(self.source, self.locator)
        return Watch(source=self.source, locator=self.locator, person=person, identity=identity, options=options)


class PersonTable(Frozen):
    """``[[people]]``: somebody whose list is kept."""

    name: Text
    variants: tuple[Text, ...] = ()
    """Other spellings of the name that stand in author lists."""
    orcid: str | None = None
    watches: tuple[WatchTable, ...] = ()

    @field_validator("orcid")
    @classmethod
    def _checks_out(cls, value: str | None) -> str | None:
        if value is not None and not is_orcid(value):
            raise ValueError(f"{value!r} is not an ORCID iD (0000-0002-1825-0097; the last sign is a check digit)")
        return value


class ListTable(Frozen):
    """``[[lists]]``: one list to publish, or one kept by hand to bring up to date."""

    path: Text
    format: str | None = None
    """Name of a target; by default from the ending of the path."""
    update: bool = False
    """Edit the hand-kept list at the path in place instead of writing a whole file."""
    fill: bool = False
    upgrade: bool = False
    person: str | None = None
    since: int | None = None
    until: int | None = None
    types: tuple[WorkType, ...] = ()
    limit: Annotated[int, Field(ge=1)] | None = None
    selected_only: bool = False
    """Only the works that `selected` names."""
    selected: tuple[Text, ...] = ()
    """Citation keys, DOIs, arXiv ids or record keys of works picked by hand."""
    first_author_only: bool = False
    exclude: tuple[Text, ...] = ()
    """Citation keys, DOIs or record keys that do not belong on this list."""
    title: Text = "Publications"
    abbreviate: bool = False
    group_by_year: bool = True
    equal_marks: bool = True
    """Whether equal-contribution and corresponding-author marks are shown."""
    site: str | None = None
    """URL of the list, for feeds."""
    template: str | None = None
    """A jinja2 template of one's own, in place of the format's."""


class Limits(Frozen):
    """``[limits]``: what one run may take."""

    watch_s: Annotated[float, Field(gt=0)] = 120
    """Seconds a watch may take in all."""
    run_s: Annotated[float, Field(gt=0)] = 3600
    requests: Annotated[int, Field(ge=1)] = 40
    """Requests a watch may make in one run."""
    details: Annotated[int, Field(ge=0)] = 20
    """Detail pages of new publications among them."""
    page_bytes: Annotated[int, Field(ge=1024)] = 20_000_000
    """Size of one page after decompression."""
    every_h: Annotated[float, Field(ge=0)] = 0
    """Hours before a good watch is due again; 0: at every run."""


class Notify(Frozen):
    """``[notify]``: who is told of changes and failures, besides the output."""

    command: tuple[Text, ...] = ()
    """Run with the report as JSON on its standard input."""
    webhook: str | None = None
    email_to: tuple[Text, ...] = ()
    email_from: str | None = None
    smtp: str = "localhost:25"
    """host:port; port 465 is TLS from the start."""
    secrets: str | None = None
    """File of mode 600 with lines ``NAME=value``, for SCHOLARSYNC_SMTP_USER, SCHOLARSYNC_SMTP_PASSWORD and
    SCHOLARSYNC_WEBHOOK; the environment goes before it."""


class SettingsFile(Frozen):
    """The whole file."""

    contact: Text = PLACEHOLDER
    """E-mail address or URL that goes into the User-Agent."""
    store: Text = "data/scholarsync.db"
    policy: Policy = "publication"
    allow_private_addresses: bool = False
    """Whether URLs may lead to this machine or its private network."""
    people: tuple[PersonTable, ...] = ()
    lists: tuple[ListTable, ...] = ()
    limits: Limits = Limits()
    notify: Notify = Notify()
    abbreviations: dict[str, str] = Field(default_factory=dict)
    """Venue to the short form that lists show."""

    @model_validator(mode="after")
    def _agree(self) -> SettingsFile:
        names = [person.name for person in self.people]
        mistakes = [f"people: {name!r} stands twice" for name in sorted({n for n in names if names.count(n) > 1})]
        mistakes += [
            f"lists.{number}.person: {table.person!r} is not among the people"
            for number, table in enumerate(self.lists, 1)
            if table.person is not None and table.person not in names
        ]
        paths = [table.path for table in self.lists]
        mistakes += [f"lists: {path!r} is written twice" for path in sorted({p for p in paths if paths.count(p) > 1})]
        if mistakes:
            raise ValueError("; ".join(mistakes))
        return self


class Settings(Frozen):
    """The settings with the folder that their relative paths start from."""

    file: SettingsFile
    folder: Path

    @property
    def store(self) -> Path:
        """Absolute path of the database."""
        return self.folder / Path(self.file.store).expanduser()

    @cached_property
    def people(self) -> tuple[Person, ...]:
        """The people with their watches, in the order of the file."""
        return tuple(self._person(table) for table in self.file.people)

    @cached_property
    def watches(self) -> tuple[Watch, ...]:
        """All watches in the order of the file."""
        return tuple(watch for person in self.people for watch in person.watches)

    def path(self, relative: str) -> Path:
        """A path of the settings as an absolute one."""
        return self.folder / Path(relative).expanduser()

    def _person(self, table: PersonTable) -> Person:
        return Person(
            name=table.name,
            variants=table.variants,
            orcid=table.orcid,
            homepages=tuple(watch.locator for watch in table.watches if watch.source == "homepage"),
            watches=tuple(watch.watch(table.name, self.folder) for watch in table.watches),
        )


def load(path: Path, *, sources: frozenset[str], targets: frozenset[str]) -> Settings:
    """Read and check the settings file.

    Args:
        path: the TOML file.
        sources: names a watch may use.
        targets: names a list's format may use.

    Raises:
        ConfigError: the file is missing, no TOML, or holds mistakes; all of them are in the message, a line each.
    """
    try:
        table = tomllib.loads(path.read_text("utf-8-sig"))
    except FileNotFoundError as error:
        raise ConfigError(f"{path}: no such file; 'scholarsync init' writes one") from error
    except OSError as error:
        raise ConfigError(f"{path}: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path}: not UTF-8 text") from error
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ConfigError(f"{path}: not TOML: {error}") from error
    try:
        file = SettingsFile.model_validate(table)
    except ValidationError as error:
        raise ConfigError(_all_mistakes(path, error)) from error
    mistakes = _unknown_names(file, sources, targets)
    if mistakes:
        raise ConfigError("\n".join(f"{path}: {mistake}" for mistake in mistakes))
    return Settings(file=file, folder=path.resolve().parent)


def local_path(locator: str, folder: Path) -> Path | None:
    """The file that a locator names, when it looks like a path or one stands there."""
    if "://" in locator:
        return None
    path = folder / Path(locator).expanduser()
    looks_like_one = locator.startswith(("./", "../", "/", "~/")) or bool(FILE_ENDING.search(locator))
    return path.resolve() if looks_like_one or ("/" in locator and path.exists()) else None


SECRET_ADDRESS = re.compile(r"\s*[a-z][a-z0-9+.-]*://[^/?#\s]*@", re.IGNORECASE)
FILE_ENDING = re.compile(r"\.(html?|xml|bib|csv|ris|enw|json|jsonl|ya?ml|md|markdown|txt|atom)$", re.IGNORECASE)


def is_identity(source: str, locator: str) -> bool:
    """Whether a watch by its nature lists only the person's own: not so for a search by name."""
    if source == "arxiv":
        return bool(
            re.fullmatch(
                r"[a-z'-]+_[a-z]+_\d+|(https?://orcid\.org/)?\d{4}-\d{4}-\d{4}-\d{3}[\dX]", locator, re.IGNORECASE
            )
        )
    return True


def is_orcid(value: str) -> bool:
    """Whether the check digit fits (ISO 7064 MOD 11-2, as ORCID's documentation gives it)."""
    digits = value.removeprefix("https://orcid.org/").replace("-", "").upper()
    if not re.fullmatch(r"\d{15}[\dX]", digits):
        return False
    total = 0
    for digit in digits[:15]:
        total = (total + int(digit)) * 2
    return "0123456789X"[(12 - total % 11) % 11] == digits[15]


def _all_mistakes(path: Path, error: ValidationError) -> str:
    lines = []
    for mistake in error.errors():
        place = ".".join(str(part + 1) if isinstance(part, int) else part for part in mistake["loc"])
        text = mistake["msg"].removeprefix("Value error, ")
        if mistake["type"] == "extra_forbidden":
            text = "unknown key"
        if mistake["type"] == "tuple_type":
            text = 'should be a list: ["…"], or a table under [[…]]'
        lines.append(f"{path}: {place}: {text}" if place else f"{path}: {text}")
    return "\n".join(lines)


def _unknown_names(file: SettingsFile, sources: frozenset[str], targets: frozenset[str]) -> list[str]:
    mistakes = [
        f"people.{p}.watches.{w}.source: {watch.source!r} is not one of {', '.join(sorted(sources))}"
        for p, person in enumerate(file.people, 1)
        for w, watch in enumerate(person.watches, 1)
        if watch.source not in sources
    ]
    mistakes += [
        f"people.{p}.watches.{w}: {urlsplit(address).hostname}: an address may hold no name or password; "
        "everybody who reads the store or a log would read it"
        for p, person in enumerate(file.people, 1)
        for w, watch in enumerate(person.watches, 1)
        for address in (watch.locator, *watch.options.values())
        if SECRET_ADDRESS.match(address)
    ]
    mistakes += [
        f"lists.{number}.format: {table.format!r} is not one of {', '.join(sorted(targets))}"
        for number, table in enumerate(file.lists, 1)
        if table.format is not None and table.format not in targets
    ]
    return mistakes
