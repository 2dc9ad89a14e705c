// Keeps a copy of all catches in PostgreSQL, from the topic catch.events. The README says how to run it.
package main

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/sasl/plain"
	"github.com/twmb/franz-go/pkg/sasl/scram"
)

const attempts = 3

const upsert = `
INSERT INTO catches (id, version, species, weight_lbs, angler_id, angler_name) VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (id) DO UPDATE SET version = excluded.version, species = excluded.species,
  weight_lbs = excluded.weight_lbs, angler_id = excluded.angler_id, angler_name = excluded.angler_name
WHERE catches.version < excluded.version`

// errMalformed: the message can never be handled.
var errMalformed = errors.New("malformed")

type event struct {
	ID        string   `json:"id"`
	Version   int      `json:"version"`
	Name      string   `json:"name"`
	Species   string   `json:"species"`
	WeightLbs *float64 `json:"weight_lbs"`
	Angler    struct {
		ID   string `json:"id"`
		Name string `json:"name"`
	} `json:"angler"`
}

func setting(name, otherwise string) string {
	if value := os.Getenv(name); value != "" {
		return value
	}
	return otherwise
}

func connection() ([]kgo.Opt, error) {
	options := []kgo.Opt{kgo.SeedBrokers(strings.Split(os.Getenv("KAFKA_BROKERS"), ",")...)}
	if os.Getenv("KAFKA_TLS") == "true" {
		trusted := &tls.Config{MinVersion: tls.VersionTLS12}
		if file := os.Getenv("KAFKA_TLS_CA_FILE"); file != "" {
			pem, err := os.ReadFile(file)
			if err != nil {
				return nil, err
			}
			trusted.RootCAs = x509.NewCertPool()
			trusted.RootCAs.AppendCertsFromPEM(pem)
		}
		options = append(options, kgo.DialTLSConfig(trusted))
	}
	mechanism := os.Getenv("KAFKA_SASL_MECHANISM")
	if mechanism == "" {
		return options, nil
	}
	secret, err := os.ReadFile(os.Getenv("KAFKA_SASL_PASSWORD_FILE"))
	if err != nil {
		return nil, err
	}
	user, password := os.Getenv("KAFKA_SASL_USERNAME"), strings.TrimSuffix(string(secret), "\n")
	switch mechanism {
	case "plain":
		return append(options, kgo.SASL(plain.Auth{User: user, Pass: password}.AsMechanism())), nil
	case "scram-sha-256":
		return append(options, kgo.SASL(scram.Auth{User: user, Pass: password}.AsSha256Mechanism())), nil
	case "scram-sha-512":
		return append(options, kgo.SASL(scram.Auth{User: user, Pass: password}.AsSha512Mechanism())), nil
	}
	return nil, fmt.Errorf("KAFKA_SASL_MECHANISM is %q", mechanism)
}

func header(record *kgo.Record, name string) string {
	for _, one := range record.Headers {
		if one.Key == name {
			return string(one.Value)
		}
	}
	return ""
}

// handle stores what an event says and that it was handled, in one transaction; a repeat changes nothing.
func handle(ctx context.Context, db *pgxpool.Pool, record *kgo.Record) error {
	id, kind := header(record, "ce_id"), header(record, "ce_type")
	if id == "" || kind == "" {
		return fmt.Errorf("%w: the header ce_id or ce_type is missing", errMalformed)
	}
	return pgx.BeginFunc(ctx, db, func(tx pgx.Tx) error {
		stored, err := tx.Exec(ctx, "INSERT INTO handled_events (id) VALUES ($1) ON CONFLICT DO NOTHING", id)
		if err != nil || stored.RowsAffected() == 0 {
			return err
		}
		return apply(ctx, tx, kind, record.Value)
	})
}

func apply(ctx context.Context, tx pgx.Tx, kind string, value []byte) error {
	switch kind {
	case "CatchLoggedV1", "CatchEditedV1", "CatchDeletedV1", "AnglerErasedV1":
	default:
		return nil // Other types, and those that are added later, are none of this consumer's business.
	}
	var data event
	if err := json.Unmarshal(value, &data); err != nil {
		return fmt.Errorf("%w: %w", errMalformed, err)
	}
	isWhole := kind == "CatchDeletedV1" || data.Name != "" || data.Species != "" && data.Angler.ID != ""
	if data.ID == "" || !isWhole {
		return fmt.Errorf("%w: a field is missing", errMalformed)
	}
	var err error
	switch kind {
	case "CatchDeletedV1":
		_, err = tx.Exec(ctx, "DELETE FROM catches WHERE id = $1", data.ID)
	case "AnglerErasedV1":
		_, err = tx.Exec(ctx, "UPDATE catches SET angler_name = $1 WHERE angler_id = $2", data.Name, data.ID)
	default:
		_, err = tx.Exec(ctx, upsert, data.ID, data.Version, data.Species, data.WeightLbs, data.Angler.ID, data.Angler.Name)
	}
	return err
}

// setAside puts a message that cannot be handled where a person finds it, and returns once Kafka has it.
func setAside(ctx context.Context, client *kgo.Client, topic string, record *kgo.Record, reason error) error {
	text := reason.Error()
	letter := &kgo.Record{Topic: topic, Key: record.Key, Value: record.Value, Headers: append(
		append([]kgo.RecordHeader{}, record.Headers...),
		kgo.RecordHeader{Key: "dlq_error_message", Value: []byte(text[:min(len(text), 1000)])},
		kgo.RecordHeader{Key: "dlq_origin_topic", Value: []byte(record.Topic)},
		kgo.RecordHeader{Key: "dlq_origin_partition", Value: []byte(strconv.Itoa(int(record.Partition)))},
		kgo.RecordHeader{Key: "dlq_origin_offset", Value: []byte(strconv.FormatInt(record.Offset, 10))},
	)}
	return client.ProduceSync(ctx, letter).FirstErr()
}

// isAway tells whether the database failed rather than the statement.
func isAway(err error) bool {
	var refused *pgconn.PgError
	if errors.As(err, &refused) {
		return strings.HasPrefix(refused.Code, "08") || strings.HasPrefix(refused.Code, "57P")
	}
	return !errors.Is(err, errMalformed)
}

func handleOrSetAside(
	ctx context.Context, db *pgxpool.Pool, client *kgo.Client, deadLetters string, record *kgo.Record,
) error {
	for attempt := 1; ; {
		err := handle(ctx, db, record)
		switch {
		case err == nil:
			return nil
		case ctx.Err() != nil:
			return ctx.Err()
		case isAway(err):
			// This is no fault of the message, which waits together with its partition.
			log.Printf("waiting for the database: %v", err)
			time.Sleep(time.Second)
		case errors.Is(err, errMalformed) || attempt >= attempts:
			log.Printf("set aside %s/%d@%d: %v", record.Topic, record.Partition, record.Offset, err)
			return setAside(ctx, client, deadLetters, record, err)
		default:
			attempt++
		}
	}
}

func run(ctx context.Context) error {
	topic, group := setting("TOPIC", "catch.events"), setting("GROUP", "example.catches")
	deadLetters := setting("DEAD_LETTER_TOPIC", topic+"."+group+".dlq")
	db, err := pgxpool.New(ctx, os.Getenv("DATABASE_URL"))
	if err != nil {
		return err
	}
	defer db.Close()
	tables, err := os.ReadFile(setting("TABLES", "../tables.sql"))
	if err != nil {
		return err
	}
	if _, err := db.Exec(ctx, string(tables)); err != nil {
		return err
	}
	options, err := connection()
	if err != nil {
		return err
	}
	client, err := kgo.NewClient(append(options, kgo.ConsumerGroup(group), kgo.ConsumeTopics(topic),
		kgo.ConsumeResetOffset(kgo.NewOffset().AtStart()), kgo.DisableAutoCommit(), kgo.BlockRebalanceOnPoll())...)
	if err != nil {
		return err
	}
	defer client.CloseAllowingRebalance()
	for {
		fetches := client.PollRecords(ctx, 100)
		if ctx.Err() != nil {
			return nil
		}
		fetches.EachError(func(topic string, partition int32, err error) { log.Printf("%s/%d: %v", topic, partition, err) })
		for _, record := range fetches.Records() {
			if err := handleOrSetAside(ctx, db, client, deadLetters, record); err != nil {
				return err
			}
			// After the transaction: a crash in between brings the message again, and it is known by then.
			if err := client.CommitRecords(ctx, record); err != nil {
				return err
			}
		}
		client.AllowRebalance()
	}
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx); err != nil && !errors.Is(err, context.Canceled) {
		log.Fatal(err)
	}
}
