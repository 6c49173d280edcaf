"""Names as pages spell them: an awkward table, one row a way of writing."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scholarsync.normalise.names import parse_name, same_person, split_names

# text | family | given | suffix | literal | variant | marks | collaboration
NAMES = """
Ada Quill|Quill|Ada
Ada B. Quill|Quill|Ada B.
A. B. Quill|Quill|A. B.
A.B. Quill|Quill|A. B.
A B Quill|Quill|A. B.
AB Quill|Quill|AB
Quill AB|Quill|AB
Quill A|Quill|A.
Quill, A|Quill|A.
Quill, A.|Quill|A.
Quill, A.B.|Quill|A. B.
Quill, A. B.|Quill|A. B.
Quill, Ada|Quill|Ada
Quill, Ada B|Quill|Ada B.
Quill A.|Quill|A.
Quill A.B.|Quill|A. B.
Quill A. B.|Quill|A. B.
Quill A B|Quill|A. B.
van Quill A B|van Quill|A. B.
van der Marl, Joop|van der Marl|Joop
Joop van der Marl|van der Marl|Joop
J. van der Marl|van der Marl|J.
J van der Marl|van der Marl|J.
van der Marl J|van der Marl|J.
van der Marl JK|van der Marl|JK
Van der Marl, J. K.|Van der Marl|J. K.
Joop Van Marl|Van Marl|Joop
Marl, Joop van der|van der Marl|Joop
Marl, J. van|van Marl|J.
María de la Torrente|de la Torrente|María
M. de la Torrente Ruiz|de la Torrente Ruiz|M.
Ruiz de la Torrente, M.|Ruiz de la Torrente|M.
Otto von Falk|von Falk|Otto
von Falk, O.|von Falk|O.
Luca D'Orvino|D'Orvino|Luca
Luca d'Orvino|d'Orvino|Luca
Luca D’Orvino|D'Orvino|Luca
Seán O'Fenn|O'Fenn|Seán
O'Fenn S|O'Fenn|S.
Ian McVale|McVale|Ian
MacVale, I.|MacVale|I.
Omar al-Rashan|al-Rashan|Omar
Omar Al-Rashan|Al-Rashan|Omar
Omar Al Rashan|Al Rashan|Omar
Yusuf bin Tarim|bin Tarim|Yusuf
Ali ibn Sabur|ibn Sabur|Ali
João dos Prados|dos Prados|João
João Pedro dos Prados Neto|dos Prados|João Pedro|Neto
Ana e Prado|e Prado|Ana
Jean-René Lacour|Lacour|Jean-René
J.-R. Lacour|Lacour|J.-R.
J-R Lacour|Lacour|J.-R.
Lacour, J.-R.|Lacour|J.-R.
Lacour J-R|Lacour|J.-R.
Lacour JR|Lacour|JR
Marie-Lou Thornby-Keel|Thornby-Keel|Marie-Lou
Thornby-Keel M-L|Thornby-Keel|M.-L.
Thornby Keel, Sian|Thornby Keel|Sian
Sam Brook Jr.|Brook|Sam|Jr.
Sam Brook, Jr.|Brook|Sam|Jr.
Brook, Sam, Jr.|Brook|Sam|Jr.
Brook, Jr., Sam|Brook|Sam|Jr.
Brook Jr, Sam|Brook|Sam|Jr
Brook, S. Jr|Brook|S.|Jr
Sam Brook III|Brook|Sam|III
S. T. Brook II|Brook|S. T.|II
Brook, III, S. T.|Brook|S. T.|III
Lei Zhan (祝雷)|Zhan|Lei|||祝雷
Lei Zhan（祝雷）|Zhan|Lei|||祝雷
祝雷 Lei Zhan|Zhan|Lei|||祝雷
Lei Zhan 祝雷|Zhan|Lei|||祝雷
Vale, Anne-May (陶雷)|Vale|Anne-May|||陶雷
Hahn, Mina (한미나)|Hahn|Mina|||한미나
Иван Кольцов|Кольцов|Иван
Кольцов, И. П.|Кольцов|И. П.
Кольцов И.П.|Кольцов|И. П.
Καραμάνα, Β. Α.|Καραμάνα|Β. Α.
Άννα Βλαχάβα|Βλαχάβα|Άννα
M.ª Inés Quill|Quill|M.ª Inés
Ada Quillα|Quill|Ada||||α
Ada Quill β|Quill|Ada||||β
И. П. Кольцов|Кольцов|И. П.
Νίκος Αλωνάς|Αλωνάς|Νίκος
祝雷|祝|雷
欧阳小雷|欧阳|小雷
山田 太郎|山田|太郎
김민수|김|민수
山田太郎||||山田太郎
マリア・ロドリゲス||||マリア・ロドリゲス
Lin Quao 0004|Quao|Lin
Plato||||Plato
Suharni||||Suharni
ATLAS Collaboration||||ATLAS Collaboration|||1
The ORRERY Collaboration||||ORRERY Collaboration|||1
The ORRERY Collaboration:||||ORRERY Collaboration|||1
for the ORRERY Collaboration||||ORRERY Collaboration|||1
on behalf of the Finch Study Group||||Finch Study Group|||1
Finch Genome Consortium||||Finch Genome Consortium|||1
Ada Quill*|Quill|Ada||||equal
Ada Quill *|Quill|Ada||||equal
*Ada Quill|Quill|Ada||||equal
Ada Quill†|Quill|Ada||||†
Ada Quill†‡|Quill|Ada||||†,‡
Ada Quill§¶|Quill|Ada||||§,¶
Ada Quill✉|Quill|Ada||||corresponding
Ada Quill⋆|Quill|Ada||||⋆
Ada Quill¹|Quill|Ada||||¹
Ada Quill1|Quill|Ada||||1
Ada Quill1,2|Quill|Ada||||1,2
Ada Quill 🏆|Quill|Ada||||🏆
Ada Quill (corresponding author)|Quill|Ada||||corresponding author
Dr. Ada Quill|Quill|Ada
Prof. Dr. Ada Quill|Quill|Ada
Ada Quill, PhD|Quill|Ada
Ada Quill, Ph.D.|Quill|Ada
Ada Quill MD|Quill|Ada
A.Quill|Quill|A.
A.-B.Quill|Quill|A.-B.
Nguyễn Thị Hoa|Hoa|Nguyễn Thị
Ada  B.  Quill |Quill|Ada B.
Ada Quill.|Quill|Ada
Ada Quill,|Quill|Ada
QUILL, Ada|QUILL|Ada
ADA QUILL|QUILL|ADA
Quill, A. and|Quill|A.
Sa Li|Li|Sa
Li Sa|Sa|Li
Li X|Li|X.
X Li|Li|X.
XY Li|Li|XY
Wu, X.Y.Z.|Wu|X. Y. Z.
Y. Le Cornu|Le Cornu|Y.
Le Cornu, Y.|Le Cornu|Y.
Dí Maggio, L.|Dí Maggio|L.
L. Di Maggio|Di Maggio|L.
Ben Quill|Quill|Ben
Al Quill|Quill|Al
San Li|Li|San
Della Quill|Quill|Della
Ch. Quill|Quill|Ch.
Yu. Kolt|Kolt|Yu.
Kolt, Yu. A.|Kolt|Yu. A.
Th. van den Broek|van den Broek|Th.
H.J. 't Hooven|'t Hooven|H. J.
Quill (née Marrow), Ada|Quill|Ada
Ada "Birdie" Quill|Quill|Ada "Birdie"
A. Quill-van Dam|Quill-van Dam|A.
Ö. Åkerhielm|Åkerhielm|Ö.
Ö Åkerhielm|Åkerhielm|Ö.
Åkerhielm Ö|Åkerhielm|Ö.
Ng||||Ng
D Ng|Ng|D.
Ng D|Ng|D.
E. St. Clair|St. Clair|E.
Ada Quill (she/her)|Quill|Ada
Ada Quill [1]|Quill|Ada||||1
Ada Quill (University of Orrery)|Quill|Ada
"""

LINES = [
    ("Ada Quill, Joop van Marl and Ian Brook", ["Ada Quill", "Joop van Marl", "Ian Brook"], False),
    ("Ada Quill, Joop van Marl, and Ian Brook", ["Ada Quill", "Joop van Marl", "Ian Brook"], False),
    ("Ada Quill & Ian Brook", ["Ada Quill", "Ian Brook"], False),
    ("Ada Quill and Ian Brook", ["Ada Quill", "Ian Brook"], False),
    ("Ada Quill; Ian Brook; Joop Marl", ["Ada Quill", "Ian Brook", "Joop Marl"], False),
    ("Quill, Ada; Brook, Ian; Marl, Joop", ["Quill, Ada", "Brook, Ian", "Marl, Joop"], False),
    ("Quill, Ada; Brook, Ian; and Marl, Joop", ["Quill, Ada", "Brook, Ian", "Marl, Joop"], False),
    ("Quill, Ada; Brook, Ian; ", ["Quill, Ada", "Brook, Ian"], False),
    ("Quill, A., Brook, I., Marl, J.", ["Quill, A.", "Brook, I.", "Marl, J."], False),
    ("Quill, A., Brook, I., and Marl, J.", ["Quill, A.", "Brook, I.", "Marl, J."], False),
    ("Quill, A., Brook, I. & van der Marl, J.", ["Quill, A.", "Brook, I.", "van der Marl, J."], False),
    ("Quill, A.B., Brook, I.-C., Marl, J. K.", ["Quill, A.B.", "Brook, I.-C.", "Marl, J. K."], False),
    ("Quill A, Brook I, Marl JK", ["Quill A", "Brook I", "Marl JK"], False),
    ("A Quill, I Brook, JK Marl", ["A Quill", "I Brook", "JK Marl"], False),
    ("A. Quill, I. Brook, J. K. Marl", ["A. Quill", "I. Brook", "J. K. Marl"], False),
    ("A. Quill, I. Brook, et al.", ["A. Quill", "I. Brook"], True),
    ("A. Quill et al.", ["A. Quill"], True),
    ("A. Quill, I. Brook, …", ["A. Quill", "I. Brook"], True),
    ("A Quill, I Brook, ...", ["A Quill", "I Brook"], True),
    ("A. Quill, ..., I. Brook", ["A. Quill", "I. Brook"], True),
    ("A. Quill, I. Brook, and 3 more", ["A. Quill", "I. Brook"], True),
    ("A. Quill, I. Brook and 12 others", ["A. Quill", "I. Brook"], True),
    ("A. Quill, I. Brook, and others", ["A. Quill", "I. Brook"], True),
    ("A. Quill, I. Brook, + 5 more authors", ["A. Quill", "I. Brook"], True),
    ("Quill, Ada and Brook, Ian", ["Quill, Ada", "Brook, Ian"], False),
    ("Quill, Ada and Brook, Ian and others", ["Quill, Ada", "Brook, Ian"], True),
    ("Quill, Ada, Brook, Ian, and Marl, Joop", ["Quill, Ada", "Brook, Ian", "Marl, Joop"], False),
    ("Quill, Ada, Ian Brook, and Joop Marl", ["Quill, Ada", "Ian Brook", "Joop Marl"], False),
    ("Quill, A., I. Brook, and J. Marl", ["Quill, A.", "I. Brook", "J. Marl"], False),
    ("Ada Quill · Ian Brook · Joop Marl", ["Ada Quill", "Ian Brook", "Joop Marl"], False),
    ("祝雷、陶明、王小", ["祝雷", "陶明", "王小"], False),
    ("祝雷，陶明，王小", ["祝雷", "陶明", "王小"], False),
    ("祝雷, 陶明, 王小 等", ["祝雷", "陶明", "王小"], True),
    ("祝雷 陶明 王小", ["祝雷", "陶明", "王小"], False),
    ("山田 太郎, 鈴木 花子", ["山田 太郎", "鈴木 花子"], False),
    ("Ada Quill and Ian Brook Jr.", ["Ada Quill", "Ian Brook Jr."], False),
    ("Ada Quill, Ian Brook, Jr., and Joop Marl", ["Ada Quill", "Ian Brook, Jr.", "Joop Marl"], False),
    ("Brook, I., Jr., & Quill, A.", ["Brook, I., Jr.", "Quill, A."], False),
    ("Brook, I., III, Quill, A.", ["Brook, I., III", "Quill, A."], False),
    ("Ada Quill*, Ian Brook*, Joop Marl†", ["Ada Quill*", "Ian Brook*", "Joop Marl†"], False),
    ("Ada Quill1,2, Ian Brook2, Joop Marl1", ["Ada Quill", "Ian Brook2", "Joop Marl1"], False),
    ("Ada Quill¹, Ian Brook²", ["Ada Quill¹", "Ian Brook²"], False),
    ("Ada Quill (Orrery University), Ian Brook", ["Ada Quill (Orrery University)", "Ian Brook"], False),
    ("The Finch Consortium, Ada Quill", ["The Finch Consortium", "Ada Quill"], False),
    ("Ada Quill, Ian Brook, on behalf of the Finch Consortium", ["Ada Quill", "Ian Brook", "on behalf of the Finch Consortium"], False),
    ("Ada Quill und Ian Brook", ["Ada Quill", "Ian Brook"], False),
    ("Ada Quill et Ian Brook", ["Ada Quill", "Ian Brook"], False),
    ("Ana Quill y Juan Brook", ["Ana Quill", "Juan Brook"], False),
    ("José Ortega y Brook", ["José Ortega y Brook"], False),
    ("Ana Quill e Juan Brook", ["Ana Quill", "Juan Brook"], False),
    ("Quill, A. y Brook, J.", ["Quill, A.", "Brook, J."], False),
    ("Quill, A., Brook, J.", ["Quill, A.", "Brook, J."], False),
    ("Quill, A", ["Quill, A"], False),
    ("Quill, Ada", ["Quill, Ada"], False),
    ("Quill, Ada B.", ["Quill, Ada B."], False),
    ("Ada Quill", ["Ada Quill"], False),
    ("Ada Quill, Ian Brook", ["Ada Quill", "Ian Brook"], False),
    ("Alexander Sandford, Anders Rolland", ["Alexander Sandford", "Anders Rolland"], False),
    ("Rita Sandford and van Rolland, P.", ["Rita Sandford", "van Rolland, P."], False),
    ("van der Marl, J. and de la Torre, M.", ["van der Marl, J.", "de la Torre, M."], False),
    ("Ada Quill, Yejin Et, Ian Brook", ["Ada Quill", "Yejin Et", "Ian Brook"], False),
    ("Plato, Ada Quill", ["Plato", "Ada Quill"], False),
    ("A. Quill with I. Brook", ["A. Quill", "I. Brook"], False),
    ("", [], False),
    ("et al.", [], True),
    ("A.Quill,I.Brook,J.Marl", ["A.Quill", "I.Brook", "J.Marl"], False),
    ("Quill A., Brook I., Marl J.K.", ["Quill A.", "Brook I.", "Marl J.K."], False),
    ("Quill AB, Brook I; Marl JK", ["Quill AB", "Brook I", "Marl JK"], False),
    ("Sam Andover, Rolland Band", ["Sam Andover", "Rolland Band"], False),
    ("Ada Quill, Ian Brook.", ["Ada Quill", "Ian Brook"], False),
    ("Quill, A. B., Brook, I. C., ... Marl, J.", ["Quill, A. B.", "Brook, I. C.", "Marl, J."], True),
    ("A Quill | I Brook", ["A Quill", "I Brook"], False),
    ("A Quill\nI Brook", ["A Quill", "I Brook"], False),
    ("Åkerhielm Ö, Quill A", ["Åkerhielm Ö", "Quill A"], False),
    ("Кольцов И. П., Волин А. А.", ["Кольцов И. П.", "Волин А. А."], False),
    ("И. П. Кольцов, А. А. Волин и др.", ["И. П. Кольцов", "А. А. Волин"], True),
]  # fmt: skip


def rows(table: str) -> list[list[str]]:
    return [(line.split("|") + [""] * 8)[:8] for line in table.strip().splitlines()]


@pytest.mark.parametrize("row", rows(NAMES), ids=lambda row: row[0])
def test_a_name_is_taken_apart(row):
    author = parse_name(row[0])

    assert [
        author.family or "", author.given or "", author.suffix or "", author.literal or "", author.variant or "",
        ",".join(author.marks), "1" if author.collaboration else "",
    ] == row[1:]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "names", "truncated"), LINES, ids=lambda value: value if isinstance(value, str) else ""
)
def test_an_author_line_is_cut_into_names(text, names, truncated):
    found = split_names(text)

    assert list(found.names) == names
    assert found.truncated is truncated


@pytest.mark.parametrize(
    ("left", "right", "likeness"),
    [
        ("Ada Quill", "Quill, Ada", "same"),
        ("Ada Quill", "Ada QUILL", "same"),
        ("Ada B. Quill", "Ada Quill", "same"),
        ("Łucja Böhm", "Lucja Bohm", "same"),
        ("Jian-Wei Lan", "Jianwei Lan", "same"),
        ("Lan Jianwei", "Jianwei Lan", "same"),
        ("Lei Zhan (祝雷)", "L. Zhan (祝雷)", "same"),
        ("A. Quill", "Ada Quill", "compatible"),
        ("Quill AB", "A. B. Quill", "compatible"),
        ("AB Quill", "Ada Bea Quill", "compatible"),
        ("Quill", "Ada Quill", "compatible"),
        ("J. van der Marl", "Joop Marl", "compatible"),
        ("Rhea Brook Vale", "R. Vale", "compatible"),
        ("Ada Quill", "Ida Quill", "different"),
        ("A. Quill", "Ida Quill", "different"),
        ("Ada B. Quill", "Ada C. Quill", "different"),
        ("A. B. Quill", "A. C. Quill", "different"),
        ("Ada Quill", "Ada Brook", "different"),
        ("Wei Lan", "Wen Lan", "different"),
        ("Joop van Marl", "Joop van Mark", "different"),
        ("Ada Quill", "Ada Quillfeather", "different"),
    ],
)
def test_two_spellings_are_compared(left, right, likeness):
    one, other = parse_name(left), parse_name(right)

    assert same_person(one, other) == likeness
    assert same_person(other, one) == likeness


PIECES = ["Ada", "Quill", "van", "der", "de", "A.", "B", "JK", "Jr.", "III", ",", ";", "and", "&", "et al.", "…", "*", "†", "(", ")",
          "祝雷", "山田", "이진", "·", "1,2", "for the", "Collaboration", "'t", "O'Fenn", "-", ".", "Ph.D.", "\n"]  # fmt: skip


@settings(deadline=None)  # the first odd name pays for the loading of a library
@given(st.lists(st.sampled_from(PIECES), max_size=12).map(" ".join) | st.text(max_size=60))
def test_any_text_is_read_as_a_name_and_as_a_line(text):
    author = parse_name(text)
    line = split_names(text)

    assert (author.family is None) != (author.literal is None)
    assert all(name.strip() for name in line.names)


@settings(deadline=None)  # the first odd name pays for the loading of a library
@given(st.lists(st.sampled_from(PIECES[:8] + PIECES[20:23]), min_size=2, max_size=5).map(" ".join))
def test_a_name_that_was_read_is_read_alike_again(text):
    once = parse_name(text)

    assert parse_name(once.name).name == once.name


@pytest.mark.parametrize(
    "piece", ["A ", "A, ", "and ", "A. ", "… ", "1,2", "y Abc ", "(", "et al ", "12 more ", "a, ", "A-", "\n"]
)
def test_hostile_lines_cost_little(piece):
    start = time.process_time()
    split_names(piece * 40_000)
    parse_name(piece * 40_000)

    assert time.process_time() - start < 4
