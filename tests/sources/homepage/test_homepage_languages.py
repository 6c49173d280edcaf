"""Single entries as they are written in many languages and scripts, made up."""

from __future__ import annotations

import pytest

from scholarsync.model import Draft, Page
from scholarsync.sources.homepage import parse

ENTRIES = [
    # heading, entry, title, authors
    ("論文", "谷川遥・森本律「冷泉本『草の集』の奥書について」『和歌論集』第10号、2014年12月", "冷泉本『草の集』の奥書について", "谷川遥;森本律"),
    ("論文", "谷川遥、森本 律「架空地図の分布図作成」『人文月報』11、2013年", "架空地図の分布図作成", "谷川遥;森本 律"),
    ("論文", "谷川遥, 森本『架空字鏡』の再考, 古辞書の研究120, 辞書学会, pp.1-56, 2017.", "森本『架空字鏡』の再考", "谷川遥"),
    ("論文", "谷川遥・森本律, 架空辞書の項目構造に対応した道具の開発, 文字論集, 文字学会, pp.97-102, 2017.",
     "架空辞書の項目構造に対応した道具の開発", "谷川遥;森本律"),
    ("論文", "谷川遥、架空辞書データベースの構築、『緑大学文学研究科紀要』第142号、pp.79-90、2014年3月",
     "架空辞書データベースの構築", "谷川遥"),
    ("著書", "『歌人の旅と手紙』（青葉書院、2015年）", "歌人の旅と手紙", ""),
    ("著書", "谷川遥・森本律共編『歌合の資料』（海辺出版、2011年）", "歌合の資料", "谷川遥;森本律"),
    ("期刊論文", "許明、潘志，2019，〈從遺產到地景：一座糖廠〉，《文化學刊》，15(2)，頁33-60。", "從遺產到地景：一座糖廠", "許明;潘志"),
    ("專書", "許明，2022，《島嶼的邊界》，台北：遠山文化。", "島嶼的邊界", "許明"),
    ("论文", "[3] 陆涛, 韩立. 黄土力学的导论[M]. 北京: 长河出版社, 2019.", "黄土力学的导论", "陆涛;韩立"),
    ("论文", "[1] 陆涛，王海，韩立，等. 考虑结构性的黄土模型[J]. 江北大学学报, 2015, 41(3): 256-262.", "考虑结构性的黄土模型",
     "陆涛;王海;韩立"),
    ("Artykuły", "Ł. Wrona, <i>Dożynki jako spektakl</i>, „Etnografia” 2012, nr 3, s. 45–60.", "Dożynki jako spektakl", "Ł. Wrona"),
    ("Artykuły", "Ł. Wrona, <i>O źródłach mówionych</i>, [w:] <i>Metody badań</i>, red. J. Kądziel, Lublin 2013, s. 101–118.",
     "O źródłach mówionych", "Ł. Wrona"),
    ("Monografie", "C. Belli e G. D’Arco, <em>Parole d’acqua. Glossario</em>, Venezia, La Barena, 2018.",
     "Parole d’acqua. Glossario", "C. Belli;G. D’Arco"),
    ("Monografie", "<em>Il lessico della tessitura nei dialetti</em>, Padova, Il Portico, 2011, pp. 320.",
     "Il lessico della tessitura nei dialetti", ""),
    ("Статьи", "Ветров, Н. П. О периодических решениях / Н. П. Ветров // Модели. – 2015. – Т. 51, № 8. – С. 12–19.",
     "О периодических решениях", "Ветров, Н. П."),
    ("Aufsätze", "„Ordnung ist das halbe Leben“. Diskurse um 1900, in: Jörg Weiß (Hrsg.): Körper, Münster 2011, S. 55-78.",
     "„Ordnung ist das halbe Leben“. Diskurse um 1900", ""),
    ("Aufsätze", "(mit Jörg Weiß) Wohnen in der Provinz, in: Stadt und Land 3 (2013), S. 5-9.", "Wohnen in der Provinz", "Jörg Weiß"),
    ("Saggi", "Con G. Arco, <em>Un inventario inedito</em>, in <em>Carte e parole</em>, a cura di M. Zen, Padova 2013, pp. 211-240.",
     "Un inventario inedito", "G. Arco"),
    ("Papers", "Bad vertices of few edges (with R. Castell and Olga Petrova), Proc. Math. Soc. (3) 85 (2001), 1-25.",
     "Bad vertices of few edges", "R. Castell;Olga Petrova"),
    ("Papers", "Notes on quadrangles (version 2.0, March 3, 2001), Lecture Notes, 88 pp.", "Notes on quadrangles", ""),
    ("Книги", "Лесков А. В., Рощин Т. К. (ред.) Очерки северных говоров. СПб.: Нева, 2014.", "Очерки северных говоров",
     "Лесков А. В.;Рощин Т. К."),
    ("论文", "邢松.(2020) 适应任意形状的断面差异分析方法. 测绘与工程, 3(2), 1-9.", "适应任意形状的断面差异分析方法", "邢松"),
    ("Ouvrages", "<i>Les marchés de Brie au XIII<sup>e</sup> siècle</i>, Paris, Éditions du Tilleul, 2012.",
     "Les marchés de Brie au XIIIe siècle", ""),
    ("Teses", "<b>PRADO, Renata Alves</b>. <strong>Escolas sobre as águas</strong>: um estudo. 2014. Tese (Doutorado), Santarém.",
     "Escolas sobre as águas: um estudo", "PRADO, Renata Alves"),
    ("Books", "Quill A and I Brook. 2013. <em>Spatial rain: exploring patterns</em> (Wiley: Chichester, UK).",
     "Spatial rain: exploring patterns", "Quill A;I Brook"),
    ("Papers", "Finite fields of order 16, II, Finite Structures 21 (1994), 301-322.", "Finite fields of order 16, II", ""),
]  # fmt: skip


def read(heading: str, entry: str) -> tuple[Draft, ...]:
    body = f"<h2>{heading}</h2><ul><li>{entry}</li></ul>".encode()
    return parse(Page(watch="homepage:x", url="page.html", final_url="https://example.org/", body=body)).drafts


@pytest.mark.parametrize(("heading", "entry", "title", "authors"), ENTRIES, ids=lambda value: value[:30])
def test_an_entry_is_read(heading: str, entry: str, title: str, authors: str) -> None:
    (draft,) = read(heading, entry)

    assert draft.title == title
    assert ";".join(draft.authors) == authors
