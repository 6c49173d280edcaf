"""Words of headings: what a section of a page holds, in the languages researchers write them in.

Folded like those of `lexicon`; a plus stands for a blank.
"""

from __future__ import annotations

import re

from scholarsync.sources.homepage.lexicon import fold, is_unspaced

REFUSED = tuple(
    # talks
    "talk talks presentation presentations seminar seminars keynote keynotes lecture lectures colloquium colloquia "
    "speaking slides "
    "tutorial tutorials vortrage vortrag exposes communications conferences+invitees charlas ponencias seminarios "
    "comunicaciones "
    "conferencias palestras apresentacoes presentazioni relazioni lezioni wyklady referaty foredrag foredrag "
    "presentationen "
    "講演 発表 招待講演 口頭発表 学会発表 报告 演讲 讲座 報告 강연 발표 доклады выступления "
    # news
    "news updates announcements happenings aktuelles neuigkeiten nachrichten actualites nouvelles noticias "
    "novedades notizie novita "
    "nieuws nyheter aktualnosci haberler ニュース お知らせ 新着 新闻 动态 新聞 消息 뉴스 소식 новости "
    # press
    "press media coverage podcast podcasts interviews interview blog blogs blogging presse medien medias prensa "
    "medios stampa pers "
    "メディア 报道 媒体 언론 "
    # awards, money
    "award awards honors honours prizes prize grants grant funding fellowships fellowship scholarships scholarship "
    "preise "
    "auszeichnungen stipendien ehrungen drittmittel prix distinctions bourses premios becas distinciones "
    "subvenciones premi "
    "borse nagrody stypendia premios bolsas 受賞 受賞歴 賞 奖励 获奖 荣誉 獎項 科研基金 수상 награды гранты "
    # teaching
    "teaching course courses classes lehre lehrveranstaltungen unterricht enseignement enseignements cours "
    "docencia ensenanza cursos "
    "asignaturas didattica insegnamento corsi onderwijs undervisning dydaktyka ensino aulas 教育 授業 担当授業 "
    "教学 课程 教學 강의 "
    "преподавание "
    # service
    "service services reviewing reviewer reviewers committees committee professional+activities review+activities "
    "reviewing+activities editorial+activities editorial academic+activities organization organizing "
    "editorial+board memberships membership outreach professional+service gremien mitgliedschaften gutachten "
    "ehrenamt gutachtertatigkeit responsabilites "
    "responsabilidades servicio comites servizio 委員 学会活動 社会活動 所属学会 社会服务 学术兼职 学术服务 "
    # people and life
    "students student alumni team people members group+members supervision supervised advisees mentees mentoring "
    "advising "
    "students+supervised doktoranden mitarbeiter betreuung abschlussarbeiten doctorants encadrement estudiantes "
    "equipo direcciones "
    "studenti 学生 指导学生 卒業生 メンバー 团队成员 招生 招生信息 "
    "education experience employment positions career biography bio about curriculum+vitae cv resume vita "
    "lebenslauf werdegang "
    "ausbildung berufserfahrung formation parcours experiencia educacion formacion trayectoria istruzione esperienza "
    "学歴 職歴 略歴 経歴 教育经历 工作经历 个人简历 简介 个人简介 자기소개 학력 경력 образование "
    "contact contacts address kontakt adresse contacto contatti 連絡先 联系方式 联系 連絡 연락처 контакты "
    "acknowledgments acknowledgements acknowledgment danksagung remerciements agradecimientos thanks quotes videos "
    "video demos "
    "student+projects software+projects "
    "hobbies personal misc miscellanea links gallery photos calendar events event affiliations skills languages "
    "research+interests interests forschungsinteressen interets lineas+de+investigacion interessi+di+ricerca 研究分野 "
    "研究テーマ "
    "研究方向 研究兴趣 연구분야 navigation menu contents table+of+contents inhalt sommaire indice 目次 目录 search "
    "recent+posts "
    "categories tags archives footer impressum vacancies openings join+us sponsors footnotes "
    # theses of others, projects, service in more languages
    "studentische+arbeiten betreute+arbeiten forschungsprojekte projets+de+recherche proyectos+de+investigacion "
    "progetti+di+ricerca projetos+de+pesquisa orientacoes bancas disciplinas ensino responsabilites+administratives "
    "attivita+didattica incarichi nauczanie wystapienia czlonkostwo projekty projekty+badawcze kontakt vyuka prednasky "
    "dersler verilen+dersler oduller projeler uyelikler giang+day de+tai giai+thuong ensenyament undervisning "
    "projekt+und+drittmittel funktionen+und+mitgliedschaften "
    "διδασκαλια μαθηματα σπουδες εκπαιδευση βραβεια ανακοινωσεις επικοινωνια ερευνητικα+προγραμματα "
    "преподавание курсы награды гранты проекты интервью биография участие+в+конференциях научные+интересы сми "
    "викладання нагороди "
    "הוראה קורסים פרסים הרצאות כנסים השכלה צור+קשר المقررات التدريس المؤتمرات الجوائز التعليم المشاريع "
    "科研项目 研究项目 承担项目 主持项目 项目 科研項目 研究計畫 計畫 項目 获奖情况 獲獎 奖项 "
    "讲授课程 教授课程 開授課程 授課 学生培养 "
    "社会兼职 学术任职 学术活动 工作经历 学习经历 经历 團隊 團隊成員 "
    "研究費 科研費 外部資金 競争的資金 プロジェクト 共同研究 担当科目 委員歴 社会貢献 取材 ゼミ 卒業論文 卒論 研究指導 "
    "アウトリーチ 研究室紹介 自己紹介 プロフィール "
    "연구과제 연구비 과제 프로젝트 구성원 졸업생 재학생 담당과목 특강 학회활동 학술활동 연구실+소개 연락처".split()
)
"""Headings of what repeats paper titles without being a list of papers."""

ACCEPTED = tuple(
    "publication publications paper papers article articles journal journals preprint preprints bibliography "
    "publication+list "
    "avec+comite+de+lecture comite+de+lecture comites+de+lecture actes+de+conferences communications+avec+comite "
    "revues+avec+comite "
    "manuscripts manuscript job+market+paper job+market+papers "
    "working+paper working+papers work+in+progress in+progress under+review in+press "
    "forthcoming "
    "book books monograph monographs chapter chapters edited+volumes edited+books proceedings conference+papers "
    "conference+publications conference+proceedings conference+articles workshop+papers refereed peer+reviewed "
    "thesis theses "
    "dissertation dissertations technical+report technical+reports reports report patent patents reviews book+reviews "
    "writing writings scholarship+publications scholarly+work selected+works research+papers abstracts "
    "book+of+abstracts posters "
    "research+output research+outputs edited+collections edited+collection "
    "studies latest+work recent+work selected+work public+philosophy public+writing popular+articles op+eds "
    "public+scholarship submitted accepted reprints commentaries essays editorials encyclopedia datasets "
    "current+projects following+projects "
    # German, French, Spanish, Portuguese, Italian, Dutch, Nordic, Polish, Czech, Turkish, Russian, Greek
    "publikationen publikation veroffentlichungen veroffentlichung aufsatze aufsatz zeitschriftenartikel "
    "zeitschriftenaufsatze "
    "artikel beitrage sammelbandbeitrage buchbeitrage buchkapitel bucher monographien monografien herausgeberschaften "
    "herausgeberbande rezensionen dissertation konferenzbeitrage tagungsbeitrage arbeitspapiere "
    "schriftenverzeichnis patente "
    "revues ouvrages chapitres livres theses these actes prepublications communications+avec+actes brevets rapports "
    "articles+dans+des+revues articulos publicaciones libros capitulos tesis patentes actas informes resenas revistas "
    "publicacoes artigos livros capitulos teses resumos pubblicazioni articoli libri capitoli tesi monografie "
    "publicaties artikelen boeken proefschrift publikasjoner publikationer publikationsliste julkaisut artikkelit "
    "publikacje artykuly "
    "ksiazki rozdzialy clanky publikace knihy yayinlar makaleler kitaplar публикации статьи книги δημοσιευσεις "
    "publikaciok "
    # Chinese, Japanese, Korean
    "论文 期刊论文 会议论文 发表论文 代表论文 学术论文 著作 专著 专利 出版物 论著 科研成果 論文 著書 業績 研究業績 "
    "学術論文 査読付き論文 "
    "発表文献 発表論文 文献 国際会議 国内会議 学会誌 主要論文 原著論文 総説 学術雑誌 研究成果 科研论文 代表性论文 "
    "学术成果 解説 特許 著作 翻訳 書評 学位論文 논문 저서 특허 학술지 출판물 발표논문 "
    "논문목록 "
    "saggi contributi curatele recensioni voci rozdzialy+w+monografiach monografie redakcja recenzje prace+naukowe "
    "kapitoly sborniky disertace publikacie clanki publikacije radovi knjige poglavlja cikkek konyvek konyvfejezetek "
    "publicatii carti capitole kirjat vaitoskirja avhandling bocker boker boger kapitler hoofdstukken dissertacoes "
    "producao+bibliografica trabalhos+completos anais monografias ponencias+publicadas direction+d+ouvrages "
    "comptes+rendus schriften lexikonartikel qualifikationsschriften artikel+und+aufsatze argitalpenak publicacions "
    "llibres publicacions+cientifiques kitap bildiriler bildirileri tezler yayin cong+bo+khoa+hoc cong+trinh bai+bao "
    "sach publikasi artikel+jurnal buku "
    "монографии монография тезисы диссертация диссертации автореферат труды научные+труды учебные+пособия пособия "
    "учебники препринты главы сборники рецензии патенты материалы+конференций публікації монографії "
    "δημοσιευσεις αρθρα βιβλια κεφαλαια μονογραφιες διατριβη πρακτικα+συνεδριων "
    "פרסומים מאמרים ספרים פרקים المنشورات الأبحاث البحوث الكتب المقالات مقالات کتابها "
    "教材 译著 譯著 编著 論著 章节 主要论著 代表作 代表成果 学位论文 "
    "会议文章 期刊文章 專書 專書論文 期刊論文 研討會論文 會議論文 著作目錄 "
    "學位論文 專利 發明專利 技術報告 研究著作 "
    "雑誌論文 投稿論文 紀要論文 査読論文 単著 共著 編著 訳書 報告書 研究ノート 論考 博士論文 修士論文 "
    "国際学会論文 プロシーディング 会議録 "
    "予稿 寄稿 執筆 書籍 "
    "역서 단행본 학술논문 학위논문 연구실적 연구업적 업적 보고서 학술대회 게재논문".split()
)
"""Headings of lists of papers."""

TYPES = (
    ("patent", "patent patents patente brevets patentes 专利 特許 특허"),
    (
        "thesis",
        (
            "thesis theses dissertation dissertations these tesis tesi teses 学位論文 学位论文 proefschrift "
            "doctoral+thesis"
        ),
    ),
    ("chapter", "chapter chapters chapitres capitulos capitoli buchkapitel buchbeitrage sammelbandbeitrage rozdzialy"),
    (
        "conference",
        (
            "conference conferences proceedings workshop workshops konferenzbeitrage tagungsbeitrage actes actas "
            "国際会議 会议论文"
        ),
    ),
    (
        "preprint",
        (
            "preprint preprints working+paper working+papers submitted under+review manuscripts prepublications "
            "arbeitspapiere"
        ),
    ),
    ("report", "technical+report technical+reports reports report rapports informes"),
    ("review", "book+review book+reviews reviews+of+books rezensionen resenas 書評"),
    (
        "book",
        (
            "book books monographs monograph libros livres libri bucher ouvrages monographien 专著 著書 boeken "
            "edited+volumes"
        ),
    ),
    (
        "article",
        (
            "journal journals article articles zeitschriftenartikel articulos artigos articoli 期刊论文 学術論文 "
            "revues aufsatze"
        ),
    ),
)
"""What a section's heading says about the type of its entries; the first that matches."""


def _matcher(words: tuple[str, ...] | list[str]) -> re.Pattern[str]:
    folded = sorted({fold(word.replace("+", " ")) for word in words}, key=len, reverse=True)
    latin = [re.escape(word) for word in folded if word.isascii() or not is_unspaced(word)]
    unspaced = [re.escape(word) for word in folded if is_unspaced(word)]
    return re.compile(rf"\b(?:{'|'.join(latin)})\b" + (rf"|(?:{'|'.join(unspaced)})" if unspaced else ""))


REFUSED_RE = _matcher(REFUSED)
ACCEPTED_RE = _matcher(ACCEPTED)
TYPE_RES = tuple((kind, _matcher(words.split())) for kind, words in TYPES)
