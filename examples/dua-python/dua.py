"""The domain: supplications, and which of them each user keeps. It knows nothing of gRPC."""

import json
import pathlib

DUAS = json.loads((pathlib.Path(__file__).parent.parent / "dua" / "duas.json").read_text("utf-8"))

_keeping = {}  # of each user, by number


class AlreadyKept(Exception):
    pass


def get(occasion):
    return {"occasion": occasion, **DUAS[occasion]}


def keep(user, occasion):
    kept = _keeping.setdefault(user, [])
    if occasion in kept:
        raise AlreadyKept(f"you keep the dua for {occasion} already")
    kept.append(occasion)
    return list(kept)
