"""The store: evidence is added, judgement is remembered, derived rows are written only where they differ."""

import sqlite3
from datetime import UTC, datetime, timedelta

import pytest

from scholarsync.errors import StoreError
from scholarsync.model import Author, Decision, Draft, Page, Record, Watch, Work
from scholarsync.store import Store
from scholarsync.store.derived import Attributed, Sighting
from scholarsync.store.evidence import Pull
from scholarsync.store.schema import APPLICATION_ID

AT = datetime(2026, 3, 1, 6, tzinfo=UTC)
WATCH = Watch(source="homepage", locator="https://example.org/", person="Ada Quillfeather", identity=True)


@pytest.fixture
def store(tmp_path):
    with Store(tmp_path / "store.db") as store:
        yield store


def pull(store, **fields):
    with store.write():
        run = store.evidence.start_run("sync", version="0", at=AT)
        return store.evidence.add_pull(run, Pull(**{"watch": WATCH, "at": AT, "outcome": "ok", **fields}))


def page(body=b"<html>one</html>", **fields):
    return Page(**{"watch": WATCH.key, "url": "https://example.org/", "body": body, "fetched_at": AT, **fields})


def keep(store, *args, **fields):
    with store.write():
        return store.evidence.keep_page(page(*args, **fields), gist="g")


def sighting(number, pull_id, page_id, **draft):
    return Sighting(
        watch=WATCH.key,
        record=f"r{number}",
        role="list",
        pull=pull_id,
        page=page_id,
        position=number,
        listed=True,
        draft=Draft(id=str(number), title=f"Paper {number}", **draft),
    )


def test_a_page_comes_back_byte_for_byte(store):
    body = bytes(range(256)) * 10
    number = keep(store, body, content_type="text/html; charset=x", final_url="https://example.org/home")

    again = store.evidence.page(number, watch=WATCH.key)

    assert again == page(body, content_type="text/html; charset=x", final_url="https://example.org/home")


def test_the_same_answer_of_one_url_is_one_row(store):
    assert keep(store) == keep(store)
    assert keep(store) != keep(store, b"<html>two</html>")
    assert keep(store) != keep(store, url="https://example.org/two")


def test_a_damaged_body_is_told_and_not_read(store):
    number = keep(store)
    with store.write():
        store.db.execute("UPDATE pages SET body = x'00' WHERE id = ?", (number,))

    with pytest.raises(StoreError, match="damaged"):
        store.evidence.page(number)


def test_the_last_good_pull_is_not_the_last(store):
    pull(store, listed=3)
    pull(store, outcome="blocked", detail="captcha", rest_until=AT + timedelta(days=1))

    assert store.evidence.last_good(WATCH.key).listed == 3
    assert store.evidence.last_pull(WATCH.key).outcome == "blocked"
    assert store.evidence.last_pull(WATCH.key).rest_until == AT + timedelta(days=1)
    assert store.evidence.blocks_in_row([WATCH.key]) == 1
    assert store.evidence.last_good("homepage:other") is None


def test_an_unchanged_pull_rests_on_the_pages_of_the_earlier_one(store):
    number = keep(store)
    first = pull(store, pages=(number,))
    pull(store, outcome="unchanged", same_as=first)

    assert store.evidence.last_pull(WATCH.key).pages == (number,)
    assert [p.id for p in store.evidence.readable_pulls()] == [first]


def test_what_is_no_longer_listed_is_marked_and_kept(store):
    number = keep(store)
    first = pull(store, pages=(number,))
    with store.write():
        store.derived.put_records([Record(key=f"r{n}", source="homepage") for n in (1, 2)], first_pull=first)
        store.derived.put_sightings(WATCH.key, [sighting(n, first, number) for n in (1, 2)], complete=True)
        changed = store.derived.put_sightings(WATCH.key, [sighting(1, first, number)], complete=True)

    assert changed == set()
    assert {s.record: s.listed for s in store.derived.sightings()} == {"r1": True, "r2": False}


def test_an_answer_that_is_not_whole_marks_nothing(store):
    number = keep(store)
    first = pull(store, pages=(number,))
    with store.write():
        store.derived.put_records([Record(key=f"r{n}", source="homepage") for n in (1, 2)], first_pull=first)
        store.derived.put_sightings(WATCH.key, [sighting(n, first, number) for n in (1, 2)], complete=True)
        store.derived.put_sightings(WATCH.key, [], complete=False)

    assert all(s.listed for s in store.derived.sightings())


def test_the_same_draft_again_touches_no_row(store):
    number = keep(store)
    first = pull(store, pages=(number,))
    with store.write():
        store.derived.put_records([Record(key="r1", source="homepage")], first_pull=first)
        store.derived.put_sightings(WATCH.key, [sighting(1, first, number)], complete=True)
        before = store.db.conn.total_changes
        changed = store.derived.put_sightings(WATCH.key, [sighting(1, first + 1, number)], complete=True)

        assert (changed, store.db.conn.total_changes) == (set(), before)
        assert store.derived.put_sightings(WATCH.key, [sighting(1, first, number, year="2024")], complete=True) == {
            "r1"
        }


def work(key="r1", **fields):
    chosen = Record(
        **{
            "key": key,
            "source": "work",
            "title": "Ünïcode Kites",
            "year": 2024,
            "authors": (Author(given="Ada", family="Quillfeather"),),
            **fields,
        }
    )
    return Work(
        key=key, chosen=chosen, records=(key,), origin={"title": key}, people=("Ada Quillfeather",), label="q2024"
    )


def put(store, *works):
    number = keep(store)
    first = pull(store, pages=(number,))
    with store.write():
        store.derived.put_records(
            [Record(key=r, source="homepage") for w in works for r in w.records], first_pull=first
        )
        store.derived.put_members(works)
        store.derived.replace_works(gone=[], put=works)


def test_a_work_comes_back_as_it_was(store):
    put(store, work(), work("r2", title="Other"))

    assert store.derived.works() == (work(), work("r2", title="Other"))
    assert store.derived.works(["r2"]) == (work("r2", title="Other"),)
    assert store.check() == []


def test_a_work_that_goes_takes_its_rows_along(store):
    put(store, work(), work("r2", title="Other"))
    with store.write():
        store.derived.replace_works(gone=["r1"], put=[])

    assert [w.key for w in store.derived.works()] == ["r2"]
    assert store.derived.search("kites") == ()
    assert store.check() == []


@pytest.mark.parametrize("words", ["unicode", "ÜNICODE kit", "quillfeather", "Kites Ada"])
def test_search_folds_case_and_accents(store, words):
    put(store, work())

    assert store.derived.search(words) == ("r1",)


@pytest.mark.parametrize("words", ["竹とんぼ", "とんぼの", "飛行"])
def test_search_finds_any_part_of_cjk_text(store, words):
    put(store, work(title="竹とんぼの飛行解析"))

    assert store.derived.search(words) == ("r1",)


@pytest.mark.parametrize(
    "words", ["", '"', "kites OR", "NOT ada", "title:kites*", "飛竹", "zebra", "'; DROP TABLE works"]
)
def test_search_takes_any_text_for_words(store, words):
    put(store, work(title="竹とんぼの飛行解析"))

    assert store.derived.search(words) == ()


def decide(store, kind, *subject, value=None, day=0):
    with store.write():
        store.judgement.add(Decision(kind=kind, subject=subject, value=value, by="ada", at=AT + timedelta(days=day)))


def test_the_newest_ruling_of_a_subject_holds(store):
    decide(store, "same", "a", "b")
    decide(store, "different", "b", "a")
    decide(store, "mine", "a", "Ada")

    assert [(d.kind, d.subject) for d in store.judgement.decisions()] == [
        ("different", ("b", "a")),
        ("mine", ("a", "Ada")),
    ]


def test_a_ruling_can_be_taken_back(store):
    decide(store, "value", "a", "title", value="X")
    decide(store, "value", "a", "year", value="2020")
    decide(store, "forget", "a", "title", value="value")

    assert [d.subject for d in store.judgement.decisions()] == [("a", "year")]


def test_a_label_once_given_stays(store):
    with store.write():
        store.judgement.give_labels([("q2024", "r1")], at=AT)
        store.judgement.give_labels([("q2024", "r2"), ("q2024a", "r2")], at=AT)

    assert store.judgement.labels() == {"q2024": "r1", "q2024a": "r2"}


def test_attributions_are_replaced_as_a_whole(store):
    put(store, work())
    one = Attributed(record="r1", person="Ada", claim="mine", reason="x", score=1.0)
    with store.write():
        assert store.derived.put_attributions([one], held=()) == {"r1"}
        assert store.derived.put_attributions([one], held=[one]) == frozenset()
        assert store.derived.put_attributions([], held=[one]) == {"r1"}

    assert store.derived.attributions() == ()


def test_a_store_opens_again_and_knows_itself(tmp_path):
    path = tmp_path / "store.db"
    Store(path).close()
    Store(path).close()
    with sqlite3.connect(path) as plain:
        assert plain.execute("PRAGMA application_id").fetchone()[0] == APPLICATION_ID
        assert {"publications", "publication_authors", "publication_sources", "changes"} <= {
            row[0] for row in plain.execute("SELECT name FROM sqlite_schema WHERE type = 'view'")
        }
    plain.close()


def test_another_programs_database_is_refused(tmp_path):
    path = tmp_path / "other.db"
    plain = sqlite3.connect(path)
    plain.execute("CREATE TABLE t (x)")
    plain.commit()
    plain.close()
    before = path.read_bytes()

    with pytest.raises(StoreError, match="another program"):
        Store(path)
    assert path.read_bytes() == before


def test_a_newer_programs_store_is_refused(tmp_path):
    path = tmp_path / "store.db"
    Store(path).close()
    plain = sqlite3.connect(path)
    plain.execute("PRAGMA user_version = 99")
    plain.close()

    with pytest.raises(StoreError, match="newer"):
        Store(path)


def test_a_damaged_file_is_told(tmp_path):
    path = tmp_path / "store.db"
    path.write_bytes(b"not a database at all, just text" * 100)

    with pytest.raises(StoreError, match="not a database"):
        Store(path)


def test_a_missing_store_is_not_made_by_readers(tmp_path):
    with pytest.raises(StoreError, match="no such store"):
        Store(tmp_path / "none.db", create=False)
    assert not (tmp_path / "none.db").exists()


def test_a_failed_transaction_leaves_nothing(store):
    with pytest.raises(RuntimeError), store.write():
        store.evidence.start_run("sync", version="0", at=AT)
        raise RuntimeError
    assert store.db.execute("SELECT count(*) FROM runs").fetchone()[0] == 0


def test_a_transaction_that_cannot_be_committed_leaves_the_store_usable(store):
    with pytest.raises(StoreError, match="FOREIGN KEY"), store.write():
        store.db.execute("INSERT INTO members (record, work) VALUES ('nobody', 'nothing')")
    with store.write():
        store.evidence.start_run("sync", version="0", at=AT)

    assert store.db.execute("SELECT (SELECT count(*) FROM members), (SELECT count(*) FROM runs)").fetchone() == (0, 1)


def test_damage_that_a_read_comes_upon_is_told_in_one_line(tmp_path):
    path = tmp_path / "s.db"
    with Store(path) as store:
        store.db.execute("CREATE TABLE wide (text TEXT)")
        store.db.execute("INSERT INTO wide VALUES (?)", ["x" * 100_000])
    whole = path.read_bytes()
    start = whole.index(b"x" * 1000) // 4096 * 4096
    path.write_bytes(whole[:start] + b"\xff" * 8192 + whole[start + 8192 :])

    with pytest.raises(StoreError, match="restore a backup"), Store(path) as store:
        store.db.execute("SELECT sum(length(text)) FROM wide WHERE text LIKE '%y'").fetchall()


def test_a_backup_never_replaces_the_store_or_a_file_of_another_kind(store, tmp_path):
    (tmp_path / "notes.txt").write_text("kept")
    for target in (store.path, tmp_path / "notes.txt"):
        with pytest.raises(StoreError, match="name another file"):
            store.backup(target)

    assert (tmp_path / "notes.txt").read_text() == "kept"
    store.backup(tmp_path / "copy.db")
    store.backup(tmp_path / "copy.db")
    assert not list(tmp_path.glob("*.part"))


def test_a_damaged_store_takes_no_sound_backups_place(tmp_path):
    path, copy = tmp_path / "s.db", tmp_path / "copy.db"
    with Store(path) as store:
        store.backup(copy)
        root = store.db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'pages'").fetchone()[0]
    sound = copy.read_bytes()
    body = bytearray(path.read_bytes())
    body[(root - 1) * 4096 : root * 4096] = b"\xff" * 4096
    path.write_bytes(body)

    with pytest.raises(StoreError), Store(path) as store:
        store.backup(copy)

    assert copy.read_bytes() == sound
    assert not list(tmp_path.glob("*.part"))


def test_a_backup_is_a_whole_store(store, tmp_path):
    put(store, work())
    store.backup(tmp_path / "copy.db")

    with Store(tmp_path / "copy.db") as copy:
        assert copy.derived.works() == (work(),)
        assert copy.check() == []
