"""`scholarsync attribute`: judge which records of a name are one person's, without a store."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import click

from scholarsync.attribute import Attribution, PersonEvidence, Questions, attribute, questions
from scholarsync.cli.rows import read_file, read_rows
from scholarsync.errors import InputError
from scholarsync.model import Record
from scholarsync.normalise.records import from_row

_MARK = {"mine": "+", "not_mine": "-", "unsure": "?"}


@click.command(name="attribute")
@click.option(
    "--person",
    "person_file",
    required=True,
    metavar="FILE",
    help='JSON with "name"; optional: "variants", "known" and "rejected" records, "coauthors", "orcid".',
)
@click.option(
    "--candidates",
    "candidates_file",
    required=True,
    metavar="FILE",
    help='Records to judge, one JSON object a line; "-" reads standard input.',
)
@click.option("--json", "as_json", is_flag=True, help='One {"id", "verdict", "reason", "score"} a line.')
@click.option("--questions", "asked", is_flag=True, help="What to ask the person instead, as JSON.")
def command(person_file: str, candidates_file: str, *, as_json: bool, asked: bool) -> None:
    """Judge which records of a name are one person's: mine, not_mine, or unsure, each with its reason.

    The evidence is who writes with whom; names, words, venues and years help.  The order of the
    candidates does not matter.

    Example: scholarsync attribute --person person.json --candidates candidates.jsonl --json
    """
    person = read_person(person_file)
    candidates = list(read_rows(candidates_file))
    if asked:
        click.echo(json.dumps(_questions_row(questions(person, candidates)), ensure_ascii=False, indent=1))
        return
    verdicts = attribute(person, candidates)
    if as_json:
        lines = [json.dumps(_row(verdict), ensure_ascii=False) for verdict in verdicts]
    else:
        lines = list(_told(candidates, verdicts))
    click.echo("\n".join(lines), nl=bool(lines))


def read_person(path: str) -> PersonEvidence:
    """What is known of a person, from a JSON file.

    Raises:
        InputError: it is no JSON object, or a part of it is not of its kind.
    """
    try:
        stated: Any = json.loads(read_file(path).body.decode("utf-8-sig", errors="replace"))  # Any: a user's JSON
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path}: not JSON: {error}") from error
    if not isinstance(stated, dict) or not isinstance(stated.get("name"), str) or not stated["name"].strip():
        raise InputError(f'{path}: expected an object with at least a "name"')
    orcid = stated.get("orcid")
    return PersonEvidence(
        name=stated["name"],
        variants=_texts(stated, "variants", path=path),
        known=_records(stated, "known", path=path),
        rejected=_records(stated, "rejected", path=path),
        orcid=orcid if isinstance(orcid, str) else None,
        coauthors=_texts(stated, "coauthors", path=path),
    )


def _texts(stated: dict[str, Any], field: str, *, path: str) -> tuple[str, ...]:  # Any: a user's JSON
    value = stated.get(field) or []
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        raise InputError(f"{path}: {field!r} is not a list of names")
    return tuple(value)


def _records(stated: dict[str, Any], field: str, *, path: str) -> tuple[Record, ...]:  # Any: a user's JSON
    rows = stated.get(field) or []
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise InputError(f"{path}: {field!r} is not a list of records")
    return tuple(
        from_row(row, key=str(row.get("id") or f"{field} {number}"), source=path) for number, row in enumerate(rows, 1)
    )


def _row(verdict: Attribution) -> dict[str, object]:
    row: dict[str, object] = {
        "id": verdict.key, "verdict": verdict.verdict, "reason": verdict.reason, "score": round(verdict.score, 4),
    }  # fmt: skip
    return {**row, "thin": True} if verdict.thin else row


def _told(candidates: Sequence[Record], verdicts: Sequence[Attribution]) -> list[str]:
    return [
        f"{_MARK[verdict.verdict]} {record.year or '????'}  {record.title or record.key}\n      {verdict.reason}"
        for record, verdict in zip(candidates, verdicts, strict=True)
    ]


def _questions_row(found: Questions) -> dict[str, object]:
    names = zip(found.coauthors.names, found.coauthors.stands_on, strict=True)
    return {
        "coauthors": [{"name": name, "records": list(keys)} for name, keys in names],
        "groups": [{"records": list(group.keys), "with": list(group.names)} for group in found.groups],
        "thin": [{"records": list(group.keys), "with": list(group.names)} for group in found.thin],
    }
