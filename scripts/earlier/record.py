"""record.py PROGRAM DATABASE FILE: plays on a program of an earlier revision, kills it, and writes down what it had told."""

import asyncio
import json
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

from player import LAYOUT, Player, ask
from seed import NAMES, agree, duel, duel_options, play, ranked

PASSWORD = "correct horse battery"


class Witness(Player):
    """Remembers the last snapshot."""

    snapshot = None

    async def _hear(self):
        kind, told = await super()._hear()
        if kind == "room":
            self.snapshot = told
        return kind, told


def request(address, method, path, token, body=None):
    """The JSON of an answer, or None where the earlier program has no such route."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    asked = urllib.request.Request(address + "/api/v1/" + path, data, headers, method=method)
    try:
        with urllib.request.urlopen(asked, timeout=30) as answer:
            text = answer.read()
            return json.loads(text) if text else {}
    except urllib.error.HTTPError as error:
        assert error.code in (404, 405), f"{path}: {error.code} {error.read()}"
        return None


async def enter(address, name=None):
    """Somebody new, with a token that is written down."""
    if name is None:
        token = ask(address, "/api/v1/guest", {})["token"]
    else:
        token = ask(address, "/api/v1/register", {"name": name, "password": PASSWORD})["token"]
    player = await Witness.come(address, token)
    player.name = name
    return player


async def look(address, players):
    """What each of them is shown who comes in now."""
    told = []
    for player in players:
        again = await Witness.come(address, player.token)
        now = (await again.do("time"))["d"]["now"]
        await again.do("join", room=player.room, have=None)
        await again.until(lambda again: again.snapshot is not None)
        told.append({"name": player.name, "token": player.token, "now": now, "room": again.snapshot})
        await again.socket.close()
    return told


async def leave(people):
    for person in people:
        await person.do("part", room=person.room)
        person.matched = person.room = person.game = person.phase = None


async def record(address):
    people = [await enter(address, name) for name in NAMES]
    red = people[0]
    request(address, "PUT", "me/layouts/%E7%BB%8F%E5%85%B8", red.token, {"layout": LAYOUT, "preferred": True})
    await ranked(people)
    finished = [red.game]
    watched = await duel(address, "public", 6)
    await agree(watched)
    finished.append(watched[0].game)

    await leave(people)
    for person in people:
        await person.do("queue", mode="four")
    for person in people:
        await person.until(lambda person: person.matched is not None)
        await person.do("join", room=person.matched, have=None)
    await play(people, 13)
    await red.do("say", room=red.room, channel="table", words={"t": "phrase", "d": "attack-next"})

    host, guest = [await enter(address) for _ in range(2)]
    room = (await host.do("create", ranked=False, options=duel_options("public"), password=None))["d"]["room"]
    await host.until(lambda host: host.room == room)
    await guest.do("join", room=room, have=None)
    await guest.do("sit", room=room, seat="blue")
    for player in (host, guest):
        await player.until(lambda player: player.game is not None)
    await host.do("ready", game=host.game, layout=LAYOUT)

    me = request(address, "GET", "me", red.token)
    ids = [request(address, "GET", "me", person.token)["account"]["id"] for person in people]
    request(address, "PUT", f"me/marks/{red.game}", red.token, {"no": 13, "marks": [{"at": "p11", "mark": "≥38"}]})
    request(address, "PUT", f"me/following/{ids[0]}", people[1].token, {})
    request(address, "PUT", f"me/blocked/{ids[2]}", people[1].token, {})
    pages = ["me", "me/layouts", f"me/marks/{red.game}", "leaderboard", "site"]
    for one in ids:
        pages += [f"players/{one}", f"players/{one}/games", f"players/{one}/scores"]
    for game in finished:
        pages += [f"games/{game}", f"games/{game}/record"]
    told = {"me": me, "password": PASSWORD, "finished": finished}
    told["pages"] = {page: body for page in pages if (body := request(address, "GET", page, red.token)) is not None}
    told["people"] = request(address, "GET", "me/people", people[1].token)
    told["arranging"] = await look(address, [host, guest])
    told["running"] = await look(address, people)
    return told


def free_address():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return f"127.0.0.1:{probe.getsockname()[1]}"


async def main(program, database, file):
    listen = free_address()
    server = subprocess.Popen([program, "serve", "--listen", listen, "--database", database, "--limits", "off"])
    try:
        while True:
            try:
                ask(f"http://{listen}", "/api/v1/live")
                break
            except OSError:
                assert server.poll() is None
                time.sleep(0.05)
        told = await record(f"http://{listen}")
    finally:
        server.kill()
        server.wait()
    with open(file, "w") as out:
        json.dump(told, out, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
        out.write("\n")
    # What is left open ends with the program.
    os._exit(0)


asyncio.run(main(*sys.argv[1:]))
