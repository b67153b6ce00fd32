#!/usr/bin/env python3
"""python3 verify-draw.py FILE... [--terms HASH] [--root HASH]: repeats a draw from its downloaded file.

Needs only Python's standard library and shares no code with Fairlot: read it, or write it again in another language.
--terms and --root are what you noted before the draw: the hash of the terms, and the root of the list at the close.

The standard library has no Ed25519 and no BLS, so signatures are not checked here. verify-draw.mjs checks Ed25519. Read
the beacon's round where you trust it, for drand at https://api.drand.sh/CHAIN/public/ROUND, and compare.
"""
import hashlib
import hmac
import json
import struct
import sys
from datetime import datetime, timedelta, timezone

QUICKNET = "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a"


def lines_hash(*lines):
    return hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()


def list_root(tickets):
    """The tree of RFC 6962: leaves begin with byte 0, nodes with 1, an unpaired node goes up alone."""
    level = [hashlib.sha256(b"\x00" + ticket.encode()).digest() for ticket in tickets]
    if not level:
        return hashlib.sha256(b"").hexdigest()
    while len(level) > 1:
        above = [hashlib.sha256(b"\x01" + level[n] + level[n + 1]).digest() for n in range(0, len(level) - 1, 2)]
        if len(level) % 2 == 1:
            above.append(level[-1])
        level = above
    return level[0].hex()


def words(seed):
    """HMAC-SHA-256 of a counter under the seed, as words of 32 bits."""
    counter = 0
    while True:
        yield from struct.unpack(">8I", hmac.digest(bytes.fromhex(seed), struct.pack(">Q", counter), "sha256"))
        counter += 1


def shuffle(seed, count):
    """Fisher-Yates from the last place to the first. A word that would favour some places is dropped."""
    order = list(range(count))
    source = words(seed)
    for last in range(count - 1, 0, -1):
        limit = 2**32 - 2**32 % (last + 1)
        word = next(source)
        while word >= limit:
            word = next(source)
        chosen = word % (last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    return order


def check(file, noted_terms, noted_root):
    terms = json.loads(file["terms"])
    draw, tickets, root = terms["drawId"], file["tickets"], file["root"]
    release, beacon, mine = file["release"], file["beacon"], file["mine"]
    terms_hash = lines_hash("fairlot draw terms v1", file["terms"])
    released = release["releasedAt"]
    announced_round = terms["round"] if released < terms["releaseBy"] else terms["fallbackRound"]
    chain = terms["beacon"]
    appears = datetime(1970, 1, 1, tzinfo=timezone.utc) + timedelta(
        seconds=chain["genesis"] + (beacon["round"] - 1) * chain["period"]
    )
    seed = lines_hash(
        "fairlot draw seed v1", terms_hash, release["secret"], beacon["round"], beacon["randomness"], len(tickets), root["root"]
    )
    yield "terms", file["announcement"]["announcedAt"] < terms["closesAt"] and noted_terms in (None, terms_hash), terms_hash
    yield "secret", lines_hash("fairlot draw secret v1", draw, release["secret"]) == terms["commitment"], terms["commitment"]
    yield "list", (
        all(a < b for a, b in zip(tickets, tickets[1:]))
        and root["kind"] == "draws"
        and root["asset"] == draw
        and root["leaves"] == len(tickets)
        and root["builtAt"] >= terms["closesAt"]
        and list_root(tickets) == root["root"]
        and noted_root in (None, root["root"])
    ), f"{len(tickets)} tickets, root {root['root']}"
    yield "round", (
        beacon["round"] == announced_round
        and root["builtAt"] <= released < terms["fallbackReleaseBy"]
        and released < appears.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    ), f"round {beacon['round']}"
    yield "beacon", (
        hashlib.sha256(bytes.fromhex(beacon["signature"])).hexdigest() == beacon["randomness"]
        and (chain["name"] == "practice" or chain["publicKey"] == QUICKNET)
    ), f"{chain['name']} {chain['hash']}; its signature is not checked here"
    yield "order", seed == file["seed"] and shuffle(seed, len(tickets)) == file["order"], f"seed {seed}"
    if mine:
        made = lines_hash("fairlot draw ticket v1", draw, mine["reference"], mine["salt"])
        rank = file["order"].index(tickets.index(made)) + 1 if made in tickets else 0
        yield "ticket", made == mine["ticketId"] and rank > 0, (
            f"rank {rank} of {len(tickets)}, {'drawn' if 0 < rank <= terms['places'] else 'not drawn'}"
        )


def main(arguments):
    options = {"--terms": None, "--root": None}
    paths = []
    while arguments:
        word = arguments.pop(0)
        if word in options and arguments:
            options[word] = arguments.pop(0)
        else:
            paths.append(word)
    if not paths:
        sys.exit(__doc__)
    whole = True
    for path in paths:
        with open(path, encoding="utf-8") as source:
            file = json.load(source)
        holds = file.get("format") == "fairlot draw v1"
        try:
            for step, ok, detail in check(file, options["--terms"], options["--root"]):
                print(f"{step:8}{'ok' if ok else 'WRONG':7}{detail}")
                holds = holds and ok
        except (KeyError, ValueError, TypeError, IndexError) as error:
            print(f"the file cannot be read: {error!r}")
            holds = False
        print("The draw holds. Signatures were not checked." if holds else "The draw does NOT hold.")
        whole = whole and holds
    sys.exit(0 if whole else 1)


main(sys.argv[1:])
