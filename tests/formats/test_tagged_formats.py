"""RIS, EndNote and tables are split as they are, odd spellings and damage included."""

from hypothesis import given, settings
from hypothesis import strategies as st

from scholarsync.formats import endnote, ris, tables


def test_ris_entries_end_with_er_or_with_the_next_type():
    file = ris.parse(
        "TY  - JOUR\r\nTI  - One\r\nAU  - Marrow, B\r\nAU  - Lint, D\r\nER  - \r\n\r\nTY  - BOOK\r\nTI  - Two\r\nTY  - CHAP\r\n"
    )

    assert [entry.first("TY") for entry in file.entries] == ["JOUR", "BOOK", "CHAP"]
    assert file.entries[0].all("AU", "A1") == ("Marrow, B", "Lint, D")
    assert [entry.line for entry in file.entries] == [1, 7, 9]
    assert file.faults == ()


def test_ris_takes_loose_blanks_and_long_values():
    entry = ris.parse("TY - JOUR\nTI  - A title that\n  goes on\nAB  -\nN2  - x - y\nER  -").entries[0]

    assert entry.first("TI") == "A title that goes on"
    assert entry.first("AB", "N2") == "x - y"


def test_ris_tells_what_stands_outside():
    file = ris.parse("Provider: somebody\nTI  - lost\nTY  - JOUR\nER  - \n")

    assert [fault.where for fault in file.faults] == ["line 1"]
    assert len(file.entries) == 1


def test_endnote_entries_begin_with_their_type():
    file = endnote.parse("%0 Journal Article\n%T One\n%A Marrow, B\n\n%D 2031\n\n\n%0 Book\n%T Two\n")

    assert [entry.first("T") for entry in file.entries] == ["One", "Two"]
    assert file.entries[0].first("D") == "2031"


def test_endnote_without_types_is_parted_by_blank_lines():
    file = endnote.parse("%T One\n%A Marrow, B\ngoes on\n\n%T Two\n")

    assert [(entry.line, entry.first("T")) for entry in file.entries] == [(1, "One"), (5, "Two")]
    assert file.entries[0].first("A") == "Marrow, B goes on"


def test_tables_find_their_separator_and_keep_lines_within_cells():
    table = tables.parse('Title;Year\n"One;\ntwo";2031\n\nThree;\n')

    assert table.columns == ("title", "year")
    assert [row.values for row in table.rows] == [{"title": "One;\ntwo", "year": "2031"}, {"title": "Three"}]
    assert [row.line for row in table.rows] == [2, 5]


def test_tables_tell_of_cells_without_a_column_and_of_quotes_left_open():
    table = tables.parse('Title,Year\nOne,2031,extra\nTwo,2032\n"' + "x" * 200_000)

    assert [row.values["title"] for row in table.rows] == ["One", "Two"]
    assert [fault.where for fault in table.faults] == ["line 2", "line 4"]


@settings(deadline=None)
@given(st.text(alphabet='TYERAU0%- ,;"\n\r\tx', max_size=120))
def test_no_text_is_too_odd(text):
    ris.parse(text)
    endnote.parse(text)
    tables.parse(text)
