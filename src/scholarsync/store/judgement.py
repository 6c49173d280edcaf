"""What a person ruled, and the names that were given for ever.  Rows are added; the newest of a subject holds."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from datetime import datetime

from sqlite_utils import Database

from scholarsync.model import Decision
from scholarsync.store.values import MANY, many


class Judgement:
    """Decisions and labels of one store."""

    def __init__(self, db: Database) -> None:
        self.db = db

    def add(self, decision: Decision) -> None:
        """Add a decision; it overrules earlier ones of its subject."""
        sql = "INSERT INTO decisions (kind, subject, value, decided_by, at, why, hint) VALUES (?, ?, ?, ?, ?, ?, ?)"
        values = (
            decision.kind, json.dumps(decision.subject, ensure_ascii=False), decision.value, decision.by,
            decision.at.isoformat(), decision.why, json.dumps(decision.hint, ensure_ascii=False),
        )  # fmt: skip
        self.db.conn.execute(sql, values)

    def decisions(self) -> tuple[Decision, ...]:
        """The decisions that hold, oldest first: the newest of each subject, none that was taken back."""
        newest: dict[tuple[str, tuple[str, ...]], Decision] = {}
        sql = "SELECT kind, subject, value, decided_by, at, why, hint FROM decisions ORDER BY id"
        for kind, subject, value, by, at, why, hint in self.db.execute(sql):
            decision = Decision(
                kind=kind, subject=tuple(json.loads(subject)), value=value, by=by,
                at=datetime.fromisoformat(at), why=why, hint=tuple(json.loads(hint or "[]")),
            )  # fmt: skip
            topic = _topic(decision)
            newest.pop(topic, None)
            newest[topic] = decision
        return tuple(decision for decision in newest.values() if decision.kind != "forget")

    def newest(self) -> int:
        """A number that grows with every ruling."""
        return int(self.db.execute("SELECT coalesce(max(id), 0) FROM decisions").fetchone()[0])

    def subjects_since(self, number: int) -> frozenset[str]:
        """What rulings after that number speak of: record keys, people, names, fields."""
        rows = self.db.execute("SELECT subject FROM decisions WHERE id > ?", (number,))
        return frozenset(part for row in rows for part in json.loads(row[0]))

    def labels(self, records: Iterable[str] | None = None) -> Mapping[str, str]:
        """Citation keys given so far, all or for some records: label to the key of the record it was given for."""
        where, parameters = ("", ()) if records is None else (f"WHERE record IN {MANY}", (many(records),))
        return dict(self.db.execute(f"SELECT label, record FROM labels {where} ORDER BY at, label", parameters))  # noqa: S608

    def is_given(self, label: str) -> bool:
        """Whether a citation key was ever given, however it is capitalised."""
        sql = "SELECT 1 FROM labels WHERE label = ? COLLATE NOCASE"
        return self.db.execute(sql, (label,)).fetchone() is not None

    def give_labels(self, labels: Iterable[tuple[str, str]], *, at: datetime) -> None:
        """Remember (label, record key) pairs for ever."""
        self.db.conn.executemany(
            "INSERT OR IGNORE INTO labels (label, record, at) VALUES (?, ?, ?)",
            [(label, record, at.isoformat()) for label, record in labels],
        )


def _topic(decision: Decision) -> tuple[str, tuple[str, ...]]:
    """What a decision is about: the same pair, the same record and person, the same field."""
    kinds = {"same": "pair", "different": "pair", "mine": "claim", "not_mine": "claim"}
    kind = kinds.get(decision.kind, decision.kind)
    if decision.kind == "forget":  # its value names the topic
        kind = decision.value or "pair"
    return kind, tuple(sorted(decision.subject)) if kind == "pair" else decision.subject
