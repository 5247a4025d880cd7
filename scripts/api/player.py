"""A small client of the server: REST with the standard library, the WebSocket as docs/protocol.md says."""

import asyncio
import json
import random
import urllib.request

from websockets.asyncio.client import connect

# Seconds until a server that says nothing more has a fault.
PATIENCE = 60

LAYOUT = "33 34 33 32 33 / 34 -- 35 -- 34 / 38 00 -- 00 38 / 36 -- 35 -- 36 / 32 40 39 32 41 / 37 07 37 41 41"


def ask(address, path, body=None):
    """The JSON that a route answers with; with a body it is a POST."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(address + path, data, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


class Player:
    """Somebody with a connection, and what they have been told."""

    def __init__(self, token, socket):
        self.token = token
        self.socket = socket
        self.number = random.randrange(2**40)
        self.matched = self.room = self.game = self.seat = self.phase = self.legal = None
        self.after = 0

    @classmethod
    async def come(cls, address, token):
        """Opens a connection and says hello."""
        headers = {"Authorization": f"Bearer {token}"}
        socket = await connect(address.replace("http", "ws", 1) + "/ws", additional_headers=headers)
        player = cls(token, socket)
        await player.do("hello", version=1)
        return player

    async def do(self, command, **data):
        """Sends a command and returns what its answer brings."""
        self.number += 1
        frame = {"id": self.number, "cmd": {"t": command, "d": data} if data else {"t": command}}
        await self.socket.send(json.dumps(frame))
        while True:
            kind, told = await self._hear()
            if kind == "answer" and told["id"] == self.number:
                reply = told["reply"]
                assert reply["t"] == "ok", f"{command} {data}: {reply}"
                return reply["d"]

    async def until(self, condition):
        """Listens until something is so."""
        while not condition(self):
            await self._hear()

    async def _hear(self):
        frame = json.loads(await asyncio.wait_for(self.socket.recv(), PATIENCE))
        kind, told = frame["t"], frame.get("d")
        if kind == "queue" and told["t"] == "matched":
            self.matched = told["d"]["room"]
        elif kind == "room":
            self.room, self.phase = told["room"], told["phase"]["t"]
            self.seat = told["you"].get("d")
            phase = told["phase"].get("d") or {}
            self.game, self.after, self.legal = phase.get("game"), phase.get("no", 0), phase.get("legal")
        elif kind == "event":
            self.after, self.legal = told["no"], told["legal"]
            if told["event"]["result"] is not None:
                self.phase = "ended"
        return kind, told
