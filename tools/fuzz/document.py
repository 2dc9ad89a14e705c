"""The OpenAPI document, from the file that FUZZ_DOCUMENT names."""

import json
import os

with open(os.environ["FUZZ_DOCUMENT"], encoding="utf-8") as file:
    DOCUMENT = json.load(file)
SCHEMAS = DOCUMENT["components"]["schemas"]


def resolved(value):
    while "$ref" in value:
        node = DOCUMENT
        for part in value["$ref"].removeprefix("#/").split("/"):
            node = node[part.replace("~1", "/").replace("~0", "~")]
        value = node
    return value
