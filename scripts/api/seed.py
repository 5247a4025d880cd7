"""People and games for a server that is to be tried out: finished ones, ranked and not, public and private, and one that runs."""

from player import LAYOUT, Player, ask

# Not that of the examples: with it the account that asks would change its password, and be deleted.
PASSWORD = "another horse battery"
NAMES = ["石头", "Anna", "老王", "小明99"]
RULES = {
    "board": "siguo", "players": 4, "setup": "arrange", "sight": "dark", "order": "counterclockwise", "mine": "stays",
    "corner": "straight", "engineer_scouts": False, "bombs_fly": False, "bombs_front_row": False, "hq_exit": False,
    "timeouts": 5, "quiet_limit": 70, "step_limit": 0,
}  # fmt: skip
DUEL = RULES | {"board": "classic", "players": 2}


async def play(players, steps):
    """All hand in a layout and make so many moves, each the first legal one."""
    for player in players:
        await player.until(lambda player: player.game is not None)
        await player.do("ready", game=player.game, layout=LAYOUT)
    for player in players:
        await player.until(lambda player: player.phase == "playing")
    for _ in range(steps):
        player = next(player for player in players if player.legal)
        move, after = player.legal["moves"][0], player.after
        await player.do("move", game=player.game, after=after, **{"from": move["from"], "to": move["to"][0]})
        for other in players:
            await other.until(lambda other: other.after > after)


async def ranked(people):
    """Four are matched; after enough steps one side surrenders."""
    for person in people:
        await person.do("queue", mode="four")
    for person in people:
        await person.until(lambda person: person.matched is not None)
        await person.do("join", room=person.matched, have=None)
    await play(people, 44)
    for person in people:
        if person.seat in ("purple", "green"):
            await person.do("surrender", game=person.game)
    for person in people:
        await person.until(lambda person: person.phase == "ended")


def duel_options(privacy):
    """What a room for a duel is like."""
    return {
        "rules": DUEL, "first": "lot", "turn_seconds": 120, "arrange_seconds": 600, "privacy": privacy, "spectating": "open",
        "talk": "free", "max_flee_percent": None,
    }  # fmt: skip


async def duel(address, privacy, steps):
    """Two guests in a room of their own."""
    host, guest = [await Player.come(address, ask(address, "/api/v1/guest", {})["token"]) for _ in range(2)]
    room = (await host.do("create", ranked=False, options=duel_options(privacy), password=None))["d"]["room"]
    await host.until(lambda host: host.room == room)
    await guest.do("join", room=room, have=None)
    await guest.do("sit", room=room, seat="blue")
    players = [host, guest]
    await play(players, steps)
    return players


async def agree(players):
    """Both agree on a draw."""
    host, guest = players
    await host.do("offer-draw", game=host.game)
    await guest.do("answer-draw", game=guest.game, accept=True)
    for player in players:
        await player.until(lambda player: player.phase == "ended")


async def seed(address):
    """Returns the ids of the games: public ones in the order of their ends, private ones, and the one that runs. Who plays it must be kept."""
    people = []
    for name in NAMES:
        token = ask(address, "/api/v1/register", {"name": name, "password": PASSWORD})["token"]
        people.append(await Player.come(address, token))
    await ranked(people)
    watched, linked = await duel(address, "public", 6), await duel(address, "link", 6)
    await agree(watched)
    await agree(linked)
    running = await duel(address, "public", 4)
    return {
        "public": [people[0].game, watched[0].game],
        "private": [linked[0].game],
        "running": running[0].game,
        "players": people + watched + linked + running,
    }
