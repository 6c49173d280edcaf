"""A user's own jinja2 template in place of a format's: the same values, in the sandbox, everything escaped."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from jinja2 import StrictUndefined, TemplateError, TemplateSyntaxError
from jinja2.sandbox import ImmutableSandboxedEnvironment

from scholarsync.errors import ConfigError
from scholarsync.model import Work
from scholarsync.targets import ListOptions
from scholarsync.targets.citation import by_year, details, legend, links, names, tidied, venue
from scholarsync.targets.formulas import shown

MISTAKES = (TypeError, ValueError, ArithmeticError, LookupError)
"""What the expressions of a template may raise besides jinja2's own errors."""
Escape = Callable[[str], str]
"""How a format writes plain text."""


def fill(
    template: str, works: Sequence[Work], options: ListOptions, *, escape: Escape | None, **more: object
) -> str:  # fmt: skip
    """A template with the works in it.

    Args:
        template: jinja2 text.
        works: in their order.
        options: how the list looks.
        escape: writes plain text in the format; None for HTML, where jinja2's own autoescape does it.
        more: further values of the format's own page.

    Raises:
        ConfigError: the template has a mistake; the message names the line.
    """
    environment = ImmutableSandboxedEnvironment(
        autoescape=escape is None, undefined=StrictUndefined, keep_trailing_newline=True,
        finalize=None if escape is None else lambda value: escape(str(value)),
    )  # fmt: skip
    works = tidied(works)
    groups = by_year(works) if options.group_by_year else [("", list(works))]
    years = [(year, [row(work, options) for work in group]) for year, group in groups]
    every = [work for _, group in years for work in group]
    try:
        return environment.from_string(template).render(
            title=options.title, years=years, works=every, legend=legend(works, options), **more
        )
    except TemplateSyntaxError as error:
        raise ConfigError(f"template: line {error.lineno}: {error}") from error
    except (TemplateError, *MISTAKES) as error:
        raise ConfigError(f"template: {error}") from error


def row(work: Work, options: ListOptions) -> dict[str, object]:
    """What a template gets of one work."""
    record = work.chosen
    return {
        "key": work.label or work.key, "title": shown(record.title or ""), "names": names(record, options),
        "truncated": bool(record.authors_truncated), "venue": venue(record, options), "details": details(record),
        "year": record.year, "date": record.date, "type": record.type, "status": record.status, "doi": record.doi,
        "arxiv_id": record.arxiv_id, "links": links(record), "abstract": record.abstract, "volume": record.volume,
        "number": record.number, "pages": record.pages, "publisher": record.publisher, "note": record.note,
        "citations": record.citations,
    }  # fmt: skip
