"""Tries a running server from outside: see scripts/test-api."""

import asyncio
import gzip
import json
import os
import re
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path
from string import Template

import jsonschema_rs
from player import ask
from seed import NAMES, PASSWORD, seed

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = os.environ["SIGUO_BIN"]
# Somebody with games, and a login of whom the checks may do what they like with.
LOGIN = {"NAME": NAMES[0], "PASSWORD": PASSWORD}


def say(text):
    print(text, flush=True)


async def run(*command, **settings):
    """What a command prints; it must succeed. The server's players are heard meanwhile."""
    process = await asyncio.create_subprocess_exec(*command, stdout=subprocess.PIPE, **settings)
    printed, _ = await process.communicate()
    if process.returncode != 0:
        sys.stdout.write(printed.decode())
        raise SystemExit(f"test-api: {command[0]} failed with {process.returncode}")
    return printed.decode()


def against_schema(name, lines):
    """Every record fits the published schema, and the same with one thing wrong does not."""
    schema = json.loads((ROOT / "docs/record.schema.json").read_text())
    jsonschema_rs.meta.validate(schema)
    validator = jsonschema_rs.validator_for(schema)
    records = [json.loads(line) for line in lines]
    for record in records:
        validator.validate(record)
        wrong = [{"rules": None}, {"rules": record["rules"] | {"players": 3}}, {"actions": ["r11 r12"]}, {"more": 1}, {"first": "white"}]
        for change in wrong:
            assert not validator.is_valid(record | change), f"{record['id']} with {change} fits the schema"
        del record["actions"]
        assert not validator.is_valid(record), f"{record['id']} without actions fits the schema"
    assert records, f"{name}: no records"
    say(f"schema: {len(records)} records of {name} fit, none with something wrong does")


def examples(document):
    """Every example of the document fits its schema."""
    shown = 0
    named = {"$defs": document["components"]["schemas"]}
    for operations in document["paths"].values():
        for operation in operations.values():
            bodies = list(operation["responses"].values()) + [operation.get("requestBody", {})]
            for body in bodies:
                for media in body.get("content", {}).values():
                    values = [media["example"]] if "example" in media else [one["value"] for one in media.get("examples", {}).values()]
                    text = json.dumps(named | media["schema"]).replace("#/components/schemas/", "#/$defs/")
                    validator = jsonschema_rs.validator_for(json.loads(text))
                    for value in values:
                        validator.validate(value)
                        shown += 1
    say(f"examples: {shown} of the document fit their schemas")


def exported(address, query="", **headers):
    request = urllib.request.Request(f"{address}/api/v1/export{query}", headers=headers)
    with urllib.request.urlopen(request, timeout=30) as answer:
        assert answer.headers["Content-Type"] == "application/x-ndjson"
        body = answer.read()
        if answer.headers["Content-Encoding"] == "gzip":
            body = gzip.decompress(body)
        else:
            assert not headers, f"asked for {headers}, got {answer.headers}"
        return body.decode()


async def export(address, database, games, folder):
    """The public games and no others, the same by REST and by command, and each of them sound."""
    text = exported(address)
    for _ in range(300):
        if len(text.splitlines()) == len(games["public"]):
            break
        # They appear ten seconds after their end.
        await asyncio.sleep(0.1)
        text = exported(address)
    lines = text.splitlines()
    assert [json.loads(line)["id"] for line in lines] == games["public"], text
    assert exported(address, **{"Accept-Encoding": "gzip"}) == text
    assert exported(address, f"?cursor={games['public'][0]}") == lines[1] + "\n"
    assert await run(PROGRAM, "export", "--since", "2020-01-01", "--database", database) == text
    file = Path(folder, "games.jsonl")
    file.write_text(text)
    say((await run(PROGRAM, "verify", file)).strip())
    against_schema("the export", lines)


async def commands(address, folder):
    """Each block of commands in docs/api.md does what it says."""
    document = (ROOT / "docs/api.md").read_text()
    blocks = re.findall(r"^```sh\n(.*?)^```", document, re.DOTALL | re.MULTILINE)
    settings = os.environ | LOGIN | {"SIGUO": address}
    for block in blocks:
        printed = await run("bash", "-euo", "pipefail", "-c", block, env=settings, cwd=folder)
        answers, decoder = [], json.JSONDecoder()
        while printed.strip():
            answer, end = decoder.raw_decode(printed.strip())
            printed = printed.strip()[end:]
            answers.append(answer)
        assert answers and None not in answers, f"printed nothing of use:\n{block}"
    say(f"docs/api.md: {len(blocks)} blocks of commands run")


async def schemathesis(address, games, folder):
    """Every check on every route, with the same bounded examples each time."""
    schemathesis = Path(sys.executable).with_name("schemathesis")
    player = ask(address, "/api/v1/leaderboard")["rows"][0]["id"]
    there = LOGIN | {"FINISHED": games["public"][0], "RUNNING": games["running"], "PLAYER": player}
    config = Path(folder, "schemathesis.toml")
    config.write_text(Template((ROOT / "scripts/api/schemathesis.toml").read_text()).safe_substitute(there))
    process = await asyncio.create_subprocess_exec(
        schemathesis, "--config-file", config, "run", address + "/api/openapi.json", cwd=folder
    )
    if await process.wait() != 0:
        raise SystemExit("test-api: schemathesis found the faults above")


async def check(folder):
    database = f"sqlite:{folder}/siguo.db"
    server = await asyncio.create_subprocess_exec(
        PROGRAM, "serve", "--listen", "127.0.0.1:0", "--database", database, "--limits", "off", "--log", "warn", stdout=subprocess.PIPE
    )
    try:
        address = (await server.stdout.readline()).decode().split()[-1]
        games = await seed(address)
        examples(ask(address, "/api/openapi.json"))
        for file in sorted((ROOT / "vectors").glob("*.jsonl")):
            against_schema(file.name, file.read_text().splitlines())
        await export(address, database, games, folder)
        await commands(address, folder)
        await schemathesis(address, games, folder)
        assert server.returncode is None, "the server has ended"
    finally:
        if server.returncode is None:
            server.terminate()
            await server.wait()
    assert server.returncode == 0, f"the server ended with {server.returncode}"


with tempfile.TemporaryDirectory() as folder:
    asyncio.run(check(folder))
