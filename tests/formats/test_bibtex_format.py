"""BibTeX is split without loss, damage is told and confined to its entry, and no input takes long."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scholarsync.formats.bibtex import Entry, Other, parse, split_names

KITES = """% kept by hand
@string{tib = "Trans. " # {Imaginary Birds}}
@comment{ @article{inside, title={Not an entry}} }
@Article{marrow21,
  title  = {Finches {by Ear}},
  author = "Marrow, B and {van Osch}, P",
  month  = jul # "~3",
  journal = TIB,
  year = 2021
}
mail me: someone@example.org
@book(lint, title = "Kites (a {"}history{"})", year = 1999)
"""


def test_pieces_make_up_the_whole_text():
    book = parse(KITES)

    assert (
        "".join(piece.raw if isinstance(piece, Other) else KITES[piece.start : piece.end] for piece in book.pieces)
        == KITES
    )
    assert [piece.type if isinstance(piece, Entry) else piece.kind for piece in book.pieces] == [
        "text", "string", "text", "comment", "text", "article", "text", "book", "text",
    ]  # fmt: skip
    assert book.faults == ()


def test_every_part_has_its_place():
    entry = parse(KITES).entries[0]
    title = entry.field("title")

    assert KITES[entry.key_start : entry.key_end] == entry.key == "marrow21"
    assert KITES[entry.start] == "@"
    assert KITES[entry.close] == "}"
    assert KITES[entry.close + 1 : entry.end] == ""
    assert KITES[title.start : title.name_end] == "title"
    assert KITES[title.value_start : title.end] == title.raw == "{Finches {by Ear}}"


@pytest.mark.parametrize(
    ("name", "text", "quoting"),
    [
        ("title", "Finches {by Ear}", "braces"),
        ("author", "Marrow, B and {van Osch}, P", "quotes"),
        ("month", "July~3", "joined"),
        ("journal", "Trans. Imaginary Birds", "bare"),
        ("year", "2021", "bare"),
    ],
)
def test_values_are_resolved_but_not_decoded(name, text, quoting):
    field = parse(KITES).entries[0].field(name)

    assert (field.text, field.quoting) == (text, quoting)


def test_parentheses_may_stand_for_braces():
    entry = parse(KITES).entries[1]

    assert (entry.type, entry.key, entry.value("title"), entry.value("year")) == (
        "book",
        "lint",
        'Kites (a {"}history{"})',
        "1999",
    )


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("@misc{k}", {}),
        ("@misc{k,}", {}),
        ("@misc{}", {}),
        ("@misc{k, a = {1} b = {2}}", {"a": "1", "b": "2"}),
        ("@misc{k\n  a = {1},\n}", {"a": "1"}),
        ("@misc{k, a = , b = 2}", {"a": "", "b": "2"}),
        ("@misc{k,month=jan}", {"month": "January"}),
        ("@misc{k, month = jan,}", {"month": "January"}),
        ("@misc{k, a = unknown}", {"a": "unknown"}),
        ('@misc{k, a = "G\\"odel"}', {"a": 'G\\"odel'}),
        ('@misc{k, a = "x{"}y"}', {"a": 'x{"}y'}),
        ("@misc{k, a = {{Whole}}}", {"a": "{Whole}"}),
        ("@misc{k, a = {x} # {y}}", {"a": "xy"}),
        ("@misc{k, a = {1}, % old\n b = {2}}", {"a": "1", "b": "2"}),
        ("@misc{k, a = {50% off}}", {"a": "50% off"}),
        ("@misc {k , a={1}}", {"a": "1"}),
        ("@misc{k, A = {1}, a = {2}}", {"a": "1"}),
    ],
)
def test_spellings_of_an_entry(text, fields):
    book = parse(text)

    assert book.faults == ()
    assert {name: book.entries[0].field(name).text for name in fields} == fields
    assert {field.name for field in book.entries[0].fields} == set(fields)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("@misc{DBLP:conf/x/Y(1), a=1}", "DBLP:conf/x/Y(1)"),
        ("@misc{Marrow et al 2021, a=1}", "Marrow et al 2021"),
        ("@misc{,a=1}", ""),
        ("@misc{ a = 1 }", ""),
        ("@misc{key a = 1}", "key"),
        ("@misc(key)", "key"),
    ],
)
def test_keys_of_every_kind(text, key):
    assert parse(text).entries[0].key == key


def test_equal_keys_are_both_kept():
    book = parse("@misc{k, a=1}\n@misc{k, a=2}")

    assert [entry.value("a") for entry in book.entries] == ["1", "2"]


def test_a_macro_is_what_it_was_defined_as_last_and_a_later_definition_serves_where_there_is_none():
    book = parse("@misc{a, j=x}@string{x={One}}@misc{b, j=x}@string{X={Two}}@misc{c, j=x}")

    assert [entry.value("j") for entry in book.entries] == ["One", "One", "Two"]
    assert book.strings == {"x": "One"}


def test_what_is_commented_out_is_no_entry():
    assert parse("% @misc{a, b=1}\n%% @misc{c, d=1}\n@misc{e}").entries[0].key == "e"


@pytest.mark.parametrize(
    ("broken", "values"),
    [
        ("@misc{a,\n  t = {One {two},\n  y = {3},\n}\n", {"t": "One {two", "y": "3"}),
        ('@misc{a,\n  t = "One,\n  y = {3}\n}\n', {"t": "One", "y": "3"}),
        ("@misc{a,\n  t = {One},\n  y = {3}\n", {"t": "One", "y": "3"}),
        ("@misc{a,\n  t = {One}},\n  y = {3}\n}\n", {"t": "One", "y": "3"}),
    ],
)
def test_damage_is_told_and_kept_to_its_entry(broken, values):
    text = f"@misc{{before, t={{B}}}}\n{broken}\n@misc{{after, t={{A}}}}\n"
    book = parse(text)
    before, damaged, after = book.entries

    assert {name: damaged.value(name) for name in values} == values
    assert (before.value("t"), after.value("t")) == ("B", "A")
    assert len(book.faults) == 1
    assert book.faults[0].where in {"line 2", "line 3"}
    assert "".join(text[piece.start : piece.end] for piece in book.pieces) == text


@pytest.mark.parametrize(
    ("value", "names"),
    [
        ("Sandoval, Rita and van Ferland, P.", ("Sandoval, Rita", "van Ferland, P.")),
        (
            "{Prado de Leon}, R. and Garn{\\'e}, L. and {van Osch}, Pim",
            ("{Prado de Leon}, R.", "Garn{\\'e}, L.", "{van Osch}, Pim"),
        ),
        ("{Rivers and Sons} and Anders Land", ("{Rivers and Sons}", "Anders Land")),
        ("Orlando Sand\nand Andrea Brand", ("Orlando Sand", "Andrea Brand")),
        ("A AND B", ("A", "B")),
        ("Jo and others", ("Jo", "others")),
        ("and", ("and",)),
        ("", ()),
    ],
)
def test_only_a_whole_and_outside_of_braces_parts_names(value, names):
    assert split_names(value) == names


HOSTILE = [
    "@a{" * 30_000, "{" * 90_000, "@a{x,y={" * 12_000, "@a{x,\n" + "b={\n" * 30_000, "@comment{" * 12_000, '@a{x,b="' * 12_000,
    "@a{x, " + "}, a=1" * 15_000, '\n@a{x,"' * 9_000, "@a{x" + " " * 100_000, "@ " * 50_000, "@a" + " \n" * 50_000,
    "@a{a," + "%" * 100_000, "@a{a,b=" + '"x"#' * 25_000, "@string{a" * 12_000, '@a{x,b="' + '\\"' + " " * 50_000,
    '@a{x,b="' + '\\" ' * 30_000, "@a{a, b = {" + "x and " * 20_000,
]  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_text_takes_no_longer_than_its_length(text):
    begun = time.process_time()
    book = parse(text)

    assert "".join(text[piece.start : piece.end] for piece in book.pieces) == text
    assert time.process_time() - begun < 5


@settings(deadline=None)
@given(st.text(alphabet='@{}(),="#%\\ \nabAB1-', max_size=80))
def test_any_text_is_split_without_loss(text):
    book = parse(text)

    assert "".join(text[piece.start : piece.end] for piece in book.pieces) == text
    for entry in book.entries:
        assert entry.start <= entry.key_start <= entry.key_end <= entry.close <= entry.end
        for field in entry.fields:
            assert text[field.start : field.name_end].lower() == field.name
            assert text[field.value_start : field.end] == field.raw
            assert field.end <= entry.close


@settings(deadline=None)
@given(st.text(max_size=60))
def test_a_well_formed_value_comes_back(value):
    inner = value.replace("{", "").replace("}", "")

    assert parse(f"@misc{{k, a = {{{inner}}}}}").entries[0].field("a").text == inner
