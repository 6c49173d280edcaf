"""Tables whose first row names their columns: what it says is lent to the cells below as class names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scholarsync.sources.homepage.blocks import Block, Line
from scholarsync.sources.homepage.lexicon import fold

WORDS = {
    "title": "title titles titel titre titolo titulo tytul naziv baslik paper paper+title article "
    "titulo+del+articulo "
    "题目 論文題目 论文题目 論文名 论文名称 题名 題名 題目 标题 標題 タイトル 論文タイトル 제목 논문제목 논문명 "
    "название заглавие",
    "authors": "author authors autor autoren autores auteur auteurs autore autori yazar yazarlar 作者 著者 著者名 "
    "著者等 "
    "저자 저자명 автор авторы",
    "venue": "journal venue conference publication published+in where journal+conference zeitschrift revue revista "
    "rivista dergi medium 期刊 刊物 发表刊物 期刊名称 掲載誌 掲載誌名 雑誌 雑誌名 発表誌 発表場所 誌名 "
    "게재지 학술지 저널 журнал издание",
    "year": "year date jahr datum annee ano ano+de+publicacion anno data rok yil 年 年份 年度 年月 発行年 発行年月 "
    "発表年 発表年月 出版年 时间 時間 发表时间 연도 년도 게재일 год дата",
    "links": "link links pdf doi url download code 链接 リンク 全文 링크",
    "number": "no nr num number 番号 序号 編號 번호",
}
"""What stands in a column, and the words that head it, folded; a plus stands for a blank."""
ROLES = {fold(word.replace("+", " ")): role for role, words in WORDS.items() for word in words.split()}
MOST_HEADER = 40
"""Characters of the longest header cell."""


def name_columns(root: Block) -> None:
    """Give the cells of tables with a header row the class name of their column."""
    stack = [root]
    while stack:
        block = stack.pop()
        children = [child for child in block.children if isinstance(child, Block)]
        stack.extend(children)
        if block.tag == "table":
            _name_cells(list(_rows(block)))


def _rows(table: Block) -> Iterator[list[Block]]:
    """Cells of each row; tables within tables are their own."""
    for child in table.children:
        if isinstance(child, Line) or child.tag == "table":
            continue
        if child.tag == "tr":
            yield [cell for cell in child.children if isinstance(cell, Block)]
        else:
            yield from _rows(child)


def _name_cells(rows: Sequence[list[Block]]) -> None:
    columns: list[str | None] = []
    for row in rows:
        roles = [_role(cell) for cell in row]
        if "title" in roles and 2 * sum(role is not None for role in roles) >= max(len(row), 4):
            columns = roles
            _empty(row)
        elif len(row) == len(columns):
            for cell, role in zip(row, columns, strict=True):
                if role == "number":
                    _empty([cell])
                elif role is not None:
                    cell.tokens = (role, *cell.tokens)


def _empty(cells: Sequence[Block]) -> None:
    """Leave out what only names or numbers."""
    for cell in cells:
        cell.children = []


def _role(cell: Block) -> str | None:
    text = " ".join(line.text for line in cell.lines())
    return ROLES.get(fold(text)) if len(text) <= MOST_HEADER else None
