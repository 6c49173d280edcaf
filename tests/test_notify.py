"""Who is told of a run, how, and what is never said: by command, e-mail and webhook, against servers of this machine."""

import contextlib
import json
import re
import shutil
import socket
import ssl
import subprocess
from datetime import UTC, datetime
from threading import Event, Thread

import pytest

from faults.confined import run
from faults.killing import made
from scholarsync.cli.notify import notify
from scholarsync.cli.secret import NAMES, secrets_of
from scholarsync.config import Settings, SettingsFile
from scholarsync.errors import ConfigError
from scholarsync.model import Watch
from scholarsync.store import Store
from scholarsync.store.evidence import Pull
from scholarsync.sync import Report
from scholarsync.sync.derive import Change
from scholarsync.sync.publishing import Published
from upstream.faults import status
from upstream.smtp import Mailbox

AT = datetime(2031, 3, 3, 6, tzinfo=UTC)
PASSWORD = "quartz-and-mica"
LOGIN = {"SCHOLARSYNC_SMTP_USER": "iris", "SCHOLARSYNC_SMTP_PASSWORD": PASSWORD}
NEW = Report(changes=[Change(kind="new", work="a", title="Tides Without a Moon")])


@pytest.fixture(autouse=True)
def _no_secrets(monkeypatch):
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)


def settings(folder, **asked):
    return Settings(file=SettingsFile.model_validate({"notify": asked}), folder=folder)


def pull(outcome, **fields):
    watch = Watch(source="scholar", locator="PEBBLEirAAAJ")
    return Pull(watch=watch, at=AT, outcome=outcome, **fields)


def sent(folder, report, *, secrets=None, **asked):
    return notify(settings(folder, **asked), report, secrets=secrets or {}, at=AT)


# what is told ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "report",
    [
        Report(),
        Report(pulls=[pull("ok"), pull("unchanged")]),
        Report(pulls=[pull("partial", detail="20 of 300")], lasting={pull("partial").watch.key}),
        Report(pulls=[pull("missing", detail="404")], lasting={pull("missing").watch.key}),
    ],
)
def test_nothing_is_sent_when_nothing_happened(tmp_path, report):
    """A list that is always shown in part is no news either."""
    with Mailbox() as box:
        assert sent(tmp_path, report, smtp=box.address, email_to=["iris@example.org"], command=["false"]) == []

    assert box.messages == []


def test_a_mail_says_what_is_new_what_failed_and_until_when_it_rests(tmp_path):
    report = Report(
        pulls=[pull("blocked", detail="a captcha", rest_until=datetime(2031, 3, 5, 6, tzinfo=UTC))],
        changes=NEW.changes,
        lists=(Published(path="list.bib", changed=False, works=0, fault="list.bib: Permission denied"),),
    )
    with Mailbox() as box:
        assert sent(tmp_path, report, smtp=box.address, email_to=["iris@example.org", "tom@example.org"]) == []

    message = box.messages[0]
    assert message["Subject"] == "scholarsync: 1 changes, 2 faults"
    assert message["From"] == "iris@example.org"
    assert box.recipients == ["iris@example.org", "tom@example.org"]
    assert message["Date"].datetime == AT
    assert message["Auto-Submitted"] == "auto-generated"
    assert message.get_content().splitlines() == [
        "new: Tides Without a Moon",
        "scholar:PEBBLEirAAAJ: blocked: a captcha; rests until 2031-03-05 06:00 UTC",
        "list.bib: Permission denied",
    ]


def test_a_title_can_neither_end_the_message_nor_add_a_header(tmp_path):
    title = "Tides\r\n.\r\nMAIL FROM:<x@example.org>\r\nBcc: x@example.org\r\n\x1b[2J 竹とんぼ"
    with Mailbox() as box:
        sent(
            tmp_path,
            Report(changes=[Change(kind="new", work="a", title=title)]),
            smtp=box.address,
            email_to=["iris@example.org"],
        )

    assert len(box.messages) == 1
    assert box.recipients == ["iris@example.org"]
    assert "Bcc" not in box.messages[0]
    assert "\x1b" not in box.messages[0].get_content()
    assert "竹とんぼ" in box.messages[0].get_content()


def test_an_address_cannot_add_a_header(tmp_path):
    with Mailbox() as box:
        faults = sent(
            tmp_path,
            NEW,
            smtp=box.address,
            email_to=["iris@example.org"],
            email_from="i@example.org\nBcc: x@example.org",
        )

    assert box.messages == []
    assert len(faults) == 1


def test_a_command_gets_the_report_in_the_folder_of_the_settings(tmp_path, monkeypatch):
    (tmp_path / "hook.sh").write_text("#!/bin/sh\ncat > told.json\nenv > env.txt\n")
    (tmp_path / "hook.sh").chmod(0o755)
    monkeypatch.setenv("SCHOLARSYNC_SMTP_PASSWORD", PASSWORD)
    assert sent(tmp_path, NEW, command=["./hook.sh"]) == []

    told = json.loads((tmp_path / "told.json").read_text())
    assert told["changes"] == [{"kind": "new", "work": "a", "title": "Tides Without a Moon", "detail": None}]
    assert PASSWORD not in (tmp_path / "env.txt").read_text()


def test_a_webhook_gets_the_report(tmp_path, services):
    services.pages["/hook"] = "ok"

    assert sent(tmp_path, NEW, webhook=f"{services.url}/hook") == []
    assert [(seen.method, seen.path) for seen in services.log] == [("POST", "/hook")]


# what cannot be delivered ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "part"),
    [(["false"], "exit 1"), (["./none"], "No such file"), (["sh", "-c", "exec <&-; exit 3"], "exit 3")],
)
def test_a_command_that_fails_is_one_line(tmp_path, command, part):
    faults = sent(tmp_path, NEW, command=command)

    assert len(faults) == 1
    assert faults[0].startswith("notify.command: ")
    assert part in faults[0]


def test_a_command_that_hangs_is_ended(tmp_path, monkeypatch):
    monkeypatch.setattr("scholarsync.cli.notify.TIMEOUT_S", 0.1)

    assert sent(tmp_path, NEW, command=["sleep", "60"]) == ["notify.command: sleep: not done within 0.1 s"]


def test_a_mail_server_that_is_not_there_is_one_line(tmp_path):
    with contextlib.closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = taken.getsockname()[1]
    faults = sent(tmp_path, NEW, smtp=f"127.0.0.1:{port}", email_to=["iris@example.org"])

    assert len(faults) == 1
    assert faults[0].startswith(f"notify.smtp: 127.0.0.1:{port}: ")


def test_a_mail_server_that_refuses_is_one_line(tmp_path):
    with Mailbox(refusal="no such user") as box:
        faults = sent(tmp_path, NEW, smtp=box.address, email_to=["nobody@example.org"])

    assert "no such user" in faults[0]


def test_a_mail_server_that_says_nothing_is_left(tmp_path, monkeypatch):
    monkeypatch.setattr("scholarsync.cli.notify.TIMEOUT_S", 0.2)
    with contextlib.closing(socket.create_server(("127.0.0.1", 0))) as silent:
        faults = sent(tmp_path, NEW, smtp=f"127.0.0.1:{silent.getsockname()[1]}", email_to=["iris@example.org"])

    assert re.search("timed out|not done within", faults[0])


def test_a_mail_server_that_drips_is_left(tmp_path, monkeypatch):
    monkeypatch.setattr("scholarsync.cli.notify.TIMEOUT_S", 0.5)
    left = Event()

    def drip(server):
        connection, _ = server.accept()
        with contextlib.suppress(OSError), connection:
            while not left.wait(0.1):
                connection.sendall(b"2")

    with contextlib.closing(socket.create_server(("127.0.0.1", 0))) as dripping:
        Thread(target=drip, args=(dripping,), daemon=True).start()
        faults = sent(tmp_path, NEW, smtp=f"127.0.0.1:{dripping.getsockname()[1]}", email_to=["iris@example.org"])
        left.set()

    assert "not done within 0.5 s" in faults[0]


@pytest.mark.parametrize("smtp", ["127.0.0.1:port", "127.0.0.1:99999", "[::1"])
def test_an_address_of_no_server_is_one_line(tmp_path, smtp):
    assert len(sent(tmp_path, NEW, smtp=smtp, email_to=["iris@example.org"])) == 1


def test_a_webhook_that_fails_tells_its_host_and_not_its_key(tmp_path, services):
    """The path of a webhook is what lets one post there."""
    services.plan("/services", status(500))
    url = f"{services.url}/services/T0001/B0002/letmein"
    faults = [*sent(tmp_path, NEW, webhook=url), *sent(tmp_path, NEW, secrets={"SCHOLARSYNC_WEBHOOK": url})]

    assert len(faults) == 2
    for fault in faults:
        assert fault.startswith("notify.webhook: 127.0.0.1")
        assert "letmein" not in fault


# secrets -----------------------------------------------------------------------------------------


@pytest.fixture
def certificate(tmp_path, monkeypatch):
    """A server's certificate, and a client that trusts it."""
    openssl = shutil.which("openssl")
    if openssl is None:
        pytest.skip("openssl makes the certificate")
    made = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost", "-addext",
            "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", "key.pem", "-out", "cert.pem"]  # fmt: skip
    subprocess.run([openssl, *made], cwd=tmp_path, check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(tmp_path / "cert.pem", tmp_path / "key.pem")
    return context, tmp_path / "cert.pem"


def test_a_password_is_sent_under_tls(tmp_path, certificate, monkeypatch):
    context, trusted = certificate
    monkeypatch.setenv("SSL_CERT_FILE", str(trusted))
    with Mailbox(tls=context, logins={"iris": PASSWORD}) as box:
        assert sent(tmp_path, NEW, secrets=LOGIN, smtp=box.address, email_to=["iris@example.org"]) == []

    assert len(box.messages) == 1
    assert [line.strip().upper() for line in box.heard[-1:]] == [b"STARTTLS"]


def test_no_password_goes_to_a_server_that_nobody_vouches_for(tmp_path, certificate):
    context, _ = certificate
    with Mailbox(tls=context, logins={"iris": PASSWORD}) as box:
        faults = sent(tmp_path, NEW, secrets=LOGIN, smtp=box.address, email_to=["iris@example.org"])

    assert "certificate verify failed" in faults[0]
    assert box.messages == []


def test_no_password_goes_to_a_server_without_tls(tmp_path):
    with Mailbox(logins={"iris": PASSWORD}) as box:
        faults = sent(tmp_path, NEW, secrets=LOGIN, smtp=box.address, email_to=["iris@example.org"])

    assert "STARTTLS" in faults[0]
    assert not any(line.upper().startswith(b"AUTH") for line in box.heard)


def test_a_server_that_repeats_the_password_does_not_get_it_into_a_log(tmp_path, certificate, monkeypatch):
    context, trusted = certificate
    monkeypatch.setenv("SSL_CERT_FILE", str(trusted))
    with Mailbox(tls=context, logins={"iris": "another"}) as box:
        faults = sent(tmp_path, NEW, secrets=LOGIN, smtp=box.address, email_to=["iris@example.org"])

    assert "535" in faults[0]
    assert PASSWORD not in faults[0]


def secret_file(folder, text, mode=0o600):
    path = folder / "secrets.env"
    path.write_text(text)
    path.chmod(mode)
    return settings(folder, secrets="secrets.env")


def test_secrets_come_from_a_file_of_ones_own(tmp_path):
    text = f"# mail\n\nSCHOLARSYNC_SMTP_USER=iris\nSCHOLARSYNC_SMTP_PASSWORD = '{PASSWORD}'\n"

    assert secrets_of(secret_file(tmp_path, text)) == LOGIN


def test_the_environment_goes_before_the_file(tmp_path, monkeypatch):
    monkeypatch.setenv("SCHOLARSYNC_SMTP_USER", "tom")
    asked = secret_file(tmp_path, "SCHOLARSYNC_SMTP_USER=iris\n")

    assert secrets_of(asked) == {"SCHOLARSYNC_SMTP_USER": "tom"}
    assert secrets_of(settings(tmp_path)) == {"SCHOLARSYNC_SMTP_USER": "tom"}


@pytest.mark.parametrize("mode", [0o604, 0o640, 0o660, 0o644, 0o602, 0o601])
def test_a_file_that_others_may_read_is_refused(tmp_path, mode):
    with pytest.raises(ConfigError, match=r"secrets\.env: others may read these secrets; 'chmod 600"):
        secrets_of(secret_file(tmp_path, f"SCHOLARSYNC_SMTP_PASSWORD={PASSWORD}\n", mode))


@pytest.mark.parametrize(
    "text",
    [
        f"{PASSWORD}\n",
        f"PASSWORD={PASSWORD}\n",
        "SCHOLARSYNC_SMTP_PASSWORD=\n",
        f"SCHOLARSYNC_SMTP_PASSWORD {PASSWORD}\n",
    ],
)
def test_a_mistake_in_the_file_is_named_by_its_line_and_not_quoted(tmp_path, text):
    with pytest.raises(ConfigError, match=r"secrets\.env:1: not NAME=value") as caught:
        secrets_of(secret_file(tmp_path, text))

    assert PASSWORD not in str(caught.value)


def test_a_file_that_is_not_there_or_no_text_is_named(tmp_path):
    with pytest.raises(ConfigError, match="No such file"):
        secrets_of(settings(tmp_path, secrets="none.env"))
    (tmp_path / "secrets.env").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "secrets.env").chmod(0o600)
    with pytest.raises(ConfigError, match="not UTF-8 text"):
        secrets_of(settings(tmp_path, secrets="secrets.env"))


# a whole run -------------------------------------------------------------------------------------


@pytest.fixture
def job(tmp_path):
    """A job that tells a command, which keeps what it is told."""
    job = made(tmp_path / "job")
    (job / "config.toml").write_text(
        f'{(job / "config.toml").read_text()}\n[notify]\ncommand = ["sh", "-c", "cat > told.json"]\n'
    )
    return job


def told(job):
    path = job / "told.json"
    text = path.read_text("utf-8") if path.exists() else None
    path.unlink(missing_ok=True)
    return json.loads(text) if text else None


def test_a_run_tells_what_it_did_and_a_quiet_one_nothing(job):
    assert run(job, "sync").code == 0
    assert {change["kind"] for change in told(job)["changes"]} == {"new"}
    assert run(job, "sync").code == 0
    assert told(job) is None


def test_a_failure_that_lasts_is_told_once_and_kept_in_the_store(job):
    """Else a homepage that has moved sends a mail every night for ever."""
    assert run(job, "sync").code == 0
    told(job)
    settings, page = job / "config.toml", job / "away.html"
    watch = '[[people.watches]]\nsource = "homepage"\nlocator = "away.html"\n[[lists]]'
    settings.write_text(settings.read_text().replace("[[lists]]", watch, 1))
    notices = []
    for there in (False, False, True, False):
        if there:
            page.write_text(
                "<html><body><h1>Publications</h1><ul><li>I. Pebble, Loose Stones, 2020</li></ul></body></html>"
            )
        else:
            page.unlink(missing_ok=True)
        run(job, "sync")
        notices.append(told(job) is not None)
    assert notices == [True, False, True, True]
    with Store(job / "store.db") as store:
        rows = store.db.execute("SELECT kind, key, detail FROM changes WHERE kind IN ('failed', 'restored')").fetchall()
    assert [row[0] for row in rows] == ["failed", "restored", "failed"]
    assert rows[0][1] == "homepage:away.html"
    assert rows[0][2].startswith("missing: ")


def test_a_run_that_the_store_ends_is_told_too(job):
    """Nobody looks at a job that fails: it has to say so."""
    (job / "store.db").write_bytes(b"this was a database once " * 500)
    done = run(job, "sync")

    assert done.code == 5
    assert "file is not a database" in told(job)["faults"][0]


def test_another_run_going_on_is_no_news(job):
    from filelock import FileLock

    with FileLock(job / "store.db.lock"):
        assert run(job, "sync").code == 75
    assert told(job) is None


def test_secrets_that_others_may_read_end_the_run_before_it_begins(job):
    (job / "config.toml").write_text((job / "config.toml").read_text() + 'secrets = "secrets.env"\n')
    secret_file(job, f"SCHOLARSYNC_SMTP_PASSWORD={PASSWORD}\n", 0o644)
    done = run(job, "sync")

    assert done.code == 2
    assert "chmod 600" in done.line
    assert not (job / "store.db").exists()


def test_a_secret_is_in_no_request_no_output_and_no_file(job, services, monkeypatch):
    monkeypatch.setenv("SCHOLARSYNC_SMTP_PASSWORD", PASSWORD)
    monkeypatch.setenv("SCHOLARSYNC_SMTP_USER", "iris-the-user")
    monkeypatch.setenv("SCHOLARSYNC_WEBHOOK", f"{services.url}/letmein")
    services.robots = None
    services.pages["/home"] = (job / "pages/home.html").read_text()
    text = (job / "config.toml").read_text().replace('"pages/home.html"', f'"{services.url}/home"')
    text += 'email_to = ["iris@example.org"]\nsmtp = "127.0.0.1:1"\n'
    (job / "config.toml").write_text(f"allow_private_addresses = true\n{text}")
    done = run(job, "sync", "--json")

    assert done.code == 0
    assert "notify.smtp: 127.0.0.1:1: " in done.err
    asked = [f"{seen.target} {seen.headers}" for seen in services.log if seen.method == "GET"]
    assert asked
    kept = [path.read_bytes().decode("utf-8", "replace") for path in job.rglob("*") if path.is_file()]
    for text in (*asked, *kept, done.out, done.err):
        assert PASSWORD not in text
        assert "iris-the-user" not in text
        assert "letmein" not in text
