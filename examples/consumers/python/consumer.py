"""Keeps a copy of all catches in PostgreSQL, from the topic catch.events. The README says how to run it."""

import json
import os
import signal
import sys
import time
from pathlib import Path

import psycopg
from confluent_kafka import Consumer, KafkaError, KafkaException, Producer

TOPIC = os.environ.get("TOPIC", "catch.events")
GROUP = os.environ.get("GROUP", "example.catches")
DEAD_LETTERS = os.environ.get("DEAD_LETTER_TOPIC", f"{TOPIC}.{GROUP}.dlq")
TABLES = Path(__file__).parent.parent / "tables.sql"
ATTEMPTS = 3

UPSERT = """
INSERT INTO catches (id, version, species, weight_lbs, angler_id, angler_name) VALUES (%s, %s, %s, %s, %s, %s)
ON CONFLICT (id) DO UPDATE SET version = excluded.version, species = excluded.species,
  weight_lbs = excluded.weight_lbs, angler_id = excluded.angler_id, angler_name = excluded.angler_name
WHERE catches.version < excluded.version"""


class Malformed(Exception):
    """The message can never be handled."""


def connection_settings() -> dict[str, str]:
    settings = {"bootstrap.servers": os.environ["KAFKA_BROKERS"]}
    tls = os.environ.get("KAFKA_TLS") == "true"
    mechanism = os.environ.get("KAFKA_SASL_MECHANISM")
    settings["security.protocol"] = ("SASL_" if mechanism else "") + ("SSL" if tls else "PLAINTEXT")
    if tls and "KAFKA_TLS_CA_FILE" in os.environ:
        settings["ssl.ca.location"] = os.environ["KAFKA_TLS_CA_FILE"]
    if mechanism:
        settings["sasl.mechanisms"] = mechanism.upper()
        settings["sasl.username"] = os.environ["KAFKA_SASL_USERNAME"]
        settings["sasl.password"] = Path(os.environ["KAFKA_SASL_PASSWORD_FILE"]).read_text().rstrip("\n")
    return settings


def handle(db: psycopg.Connection, message) -> None:
    """Stores what an event says and that it was handled, in one transaction; a repeat changes nothing."""
    headers = {name: (value or b"").decode() for name, value in message.headers() or []}
    if not headers.get("ce_id") or not headers.get("ce_type"):
        raise Malformed("The header ce_id or ce_type is missing")
    with db.transaction():
        first = db.execute(
            "INSERT INTO handled_events (id) VALUES (%s) ON CONFLICT DO NOTHING RETURNING id", [headers["ce_id"]]
        ).fetchone()
        if first:
            apply(db, headers["ce_type"], message)


def apply(db: psycopg.Connection, event_type: str, message) -> None:
    if event_type not in ("CatchLoggedV1", "CatchEditedV1", "CatchDeletedV1", "AnglerErasedV1"):
        return  # Other types, and those that are added later, are none of this consumer's business.
    try:
        data = json.loads(message.value())
        if event_type == "CatchDeletedV1":
            db.execute("DELETE FROM catches WHERE id = %s", [data["id"]])
        elif event_type == "AnglerErasedV1":
            db.execute("UPDATE catches SET angler_name = %s WHERE angler_id = %s", [data["name"], data["id"]])
        else:
            angler = data["angler"]
            row = [data["id"], data["version"], data["species"], data["weight_lbs"], angler["id"], angler["name"]]
            db.execute(UPSERT, row)
    except (ValueError, TypeError, KeyError) as error:
        raise Malformed(f"{type(error).__name__}: {error}") from error


def set_aside(producer: Producer, message, error: Exception) -> None:
    """Puts a message that cannot be handled where a person finds it, and returns once Kafka has it."""
    told = {
        "dlq_error_message": str(error)[:1000],
        "dlq_origin_topic": message.topic(),
        "dlq_origin_partition": str(message.partition()),
        "dlq_origin_offset": str(message.offset()),
    }
    failures = []
    producer.produce(
        DEAD_LETTERS,
        key=message.key(),
        value=message.value(),
        headers=(message.headers() or []) + [(name, text.encode()) for name, text in told.items()],
        on_delivery=lambda failure, _: failures.append(failure) if failure else None,
    )
    if producer.flush(30) > 0 or failures:
        raise KafkaException(failures[0] if failures else KafkaError(KafkaError._MSG_TIMED_OUT))


def handle_or_set_aside(database_url: str, producer: Producer, message) -> None:
    attempt = 0
    while True:
        try:
            with psycopg.connect(database_url, autocommit=True, connect_timeout=5) as db:
                return handle(db, message)
        except psycopg.OperationalError as error:
            # The database is away: this is no fault of the message, which waits together with its partition.
            print(f"waiting for the database: {error}", file=sys.stderr)
            time.sleep(1)
        except Exception as error:
            attempt += 1
            if isinstance(error, Malformed) or attempt >= ATTEMPTS:
                print(f"set aside {message.topic()}/{message.partition()}@{message.offset()}: {error}", file=sys.stderr)
                return set_aside(producer, message, error)


def main() -> None:
    database_url = os.environ["DATABASE_URL"]
    with psycopg.connect(database_url, autocommit=True) as db:
        db.execute(TABLES.read_text())
    settings = connection_settings()
    producer = Producer({**settings, "enable.idempotence": True})
    consumer = Consumer(
        {**settings, "group.id": GROUP, "auto.offset.reset": "earliest", "enable.auto.commit": False}
    )
    stopping = []
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stopping.append(True))
    consumer.subscribe([TOPIC])
    while not stopping:
        message = consumer.poll(0.5)
        if message is None:
            continue
        if message.error():
            print(message.error(), file=sys.stderr)
            continue
        handle_or_set_aside(database_url, producer, message)
        # After the transaction: a crash in between brings the message again, and it is known by then.
        consumer.commit(message=message, asynchronous=False)
    consumer.close()


main()
