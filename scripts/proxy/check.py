"""Tries the configurations of packaging/ in front of a running server: see scripts/test-proxy."""

import asyncio
import http.client
import json
import os
import re
import signal
import socket
import ssl
import subprocess
import tempfile
import time
from pathlib import Path

from player import Player
from seed import duel_options, play
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

ROOT = Path(__file__).resolve().parents[2]
SITE = "siguo.example"
# Guests that one address may be.
GUESTS = 3


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def replace(text, *changes):
    """Each must be there to be replaced."""
    for was, becomes in changes:
        assert was in text, f"{was} is not in the configuration"
        text = text.replace(was, becomes)
    return text


def nginx(work, cert, ports):
    """Only ports, files and what the main file of a system holds are not those of the sample."""
    site = replace(
        (ROOT / "packaging/nginx.conf").read_text(),
        ("127.0.0.1:8080", f"127.0.0.1:{ports['siguo']}"),
        ("listen 80;", f"listen 127.0.0.1:{ports['http']};"),
        ("listen [::]:80;", ""),
        ("listen 443 ssl", f"listen 127.0.0.1:{ports['https']} ssl"),
        ("listen [::]:443 ssl http2;", ""),
        (f"/etc/letsencrypt/live/{SITE}/fullchain.pem", str(cert["cert"])),
        (f"/etc/letsencrypt/live/{SITE}/privkey.pem", str(cert["key"])),
    )
    # Temporary files where whoever runs this may write.
    temporary = "".join(f"{kind}_temp_path {work}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    main = f"pid {work}/nginx.pid; error_log stderr warn; daemon off; master_process off; events {{ }} http {{ access_log off; {temporary}\n{site}}}"
    config = work / "nginx.conf"
    config.write_text(main)
    program = [os.environ["SIGUO_NGINX"], "-p", str(work), "-e", "stderr", "-c", str(config)]
    subprocess.run([*program, "-t", "-q"], check=True)
    return program


def caddy(work, cert, ports):
    """The certificate is made here, for nobody else gives one for the name."""
    site = replace(
        (ROOT / "packaging/Caddyfile").read_text(),
        ("127.0.0.1:8080", f"127.0.0.1:{ports['siguo']}"),
        (f"{SITE} {{", f"{SITE} {{\n\tbind 127.0.0.1\n\ttls {cert['cert']} {cert['key']}"),
    )
    settings = f"admin off\nhttp_port {ports['http']}\nhttps_port {ports['https']}\nlog {{\nlevel ERROR\n}}\n"
    config = work / "Caddyfile"
    config.write_text(f"{{\n{settings}}}\n{site}")
    return [os.environ["SIGUO_CADDY"], "run", "--adapter", "caddyfile", "--config", str(config)]


class Browser:
    """Asks for the site at the proxy, from an address of its own."""

    def __init__(self, ports, cert, address="127.0.0.1"):
        self.ports, self.address = ports, address
        self.tls = ssl.create_default_context(cafile=cert["cert"])
        self.origin = f"https://{SITE}"

    def ask(self, method, path, headers=None, port="https"):
        raw = socket.create_connection(("127.0.0.1", self.ports[port]), 30, (self.address, 0))
        connection = http.client.HTTPConnection(SITE)
        connection.sock = self.tls.wrap_socket(raw, server_hostname=SITE) if port == "https" else raw
        connection.request(method, path, b"{}" if method == "POST" else None, {"Content-Type": "application/json"} | (headers or {}))
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        return answer, body

    def guest(self, headers=None):
        return self.ask("POST", "/api/v1/guest", {"Origin": self.origin} | (headers or {}))

    def socket(self, cookie, origin=None):
        return connect(
            f"wss://{SITE}/ws", host="127.0.0.1", port=self.ports["https"], ssl=self.tls, local_addr=(self.address, 0),
            additional_headers={"Cookie": cookie}, origin=origin or self.origin,
        )  # fmt: skip


async def check(browser, other):
    # A request over http is sent to https.
    moved, _ = browser.ask("GET", "/?a=b", port="http")
    assert moved.status in (301, 308) and moved.headers["Location"] == f"{browser.origin}/?a=b", moved.headers
    ready, body = browser.ask("GET", "/readyz")
    assert (ready.status, body) == (200, b"ready\n"), body

    # The server knows that it is reached over https, and from where; it does not believe what a client says of its address.
    cookies = []
    for number in range(GUESTS):
        entered, body = browser.guest({"X-Forwarded-For": f"10.0.0.{number}"})
        assert entered.status == 201, body
        kept = entered.headers["Set-Cookie"]
        assert re.search(r";\s*Secure", kept) and "HttpOnly" in kept, kept
        cookies.append(kept.split(";")[0])
    refused, _ = browser.guest({"X-Forwarded-For": "10.0.1.1"})
    assert refused.status == 429, refused.status
    entered, _ = other.guest()
    assert entered.status == 201, "another address has another count"
    elsewhere, _ = browser.guest({"Origin": "https://elsewhere.example"})
    assert elsewhere.status == 403, elsewhere.status

    # A game over sockets.
    try:
        await browser.socket(cookies[0], "https://elsewhere.example")
        raise AssertionError("a page from elsewhere got a socket")
    except InvalidStatus as refused:
        assert refused.response.status_code == 403
    players = [Player(None, await browser.socket(cookie)) for cookie in cookies[:2]]
    host, guest = players
    for player in players:
        await player.do("hello", version=1)
    room = (await host.do("create", ranked=False, options=duel_options("public"), password=None))["d"]["room"]
    await host.until(lambda host: host.room == room)
    await guest.do("join", room=room, have=None)
    await guest.do("sit", room=room, seat="blue")
    await play(players, 20)
    for player in players:
        await player.socket.close()


def serves(process, port):
    for _ in range(600):
        assert process.poll() is None, f"{process.args[0]} has ended"
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise AssertionError(f"{process.args[0]} does not answer")


def main():
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        cert = {"cert": work / "cert.pem", "key": work / "key.pem"}
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
             "-subj", f"/CN={SITE}", "-addext", f"subjectAltName=DNS:{SITE}", "-keyout", cert["key"], "-out", cert["cert"]],
            check=True, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        for make in (nginx, caddy):
            ports = {kind: free_port() for kind in ("siguo", "http", "https")}
            began = time.monotonic()
            server = subprocess.Popen(
                [os.environ["SIGUO_BIN"], "serve", "--listen", f"127.0.0.1:{ports['siguo']}", "--log", "warn",
                 "--database", f"sqlite:{work}/{make.__name__}.db", "--public-url", f"https://{SITE}",
                 "--trusted-proxy", "x-forwarded-for", "--limits", f"guest={GUESTS}/3600"],
                stdout=subprocess.DEVNULL,
            )  # fmt: skip
            proxy = None
            try:
                proxy = subprocess.Popen(make(work, cert, ports), env={"HOME": name, "PATH": os.environ["PATH"]})
                for process, port in ((server, "siguo"), (proxy, "http"), (proxy, "https")):
                    serves(process, ports[port])
                asyncio.run(check(Browser(ports, cert), Browser(ports, cert, "127.0.0.2")))
            finally:
                for process in (proxy, server):
                    if process is not None:
                        process.send_signal(signal.SIGTERM)
                        process.wait(30)
            print(f"{make.__name__}: pages, login, addresses and a game, in {time.monotonic() - began:.1f} s", flush=True)


main()
