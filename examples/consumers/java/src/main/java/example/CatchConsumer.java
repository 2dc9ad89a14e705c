package example;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Keeps a copy of all catches in PostgreSQL, from the topic catch.events. The README says how to run it. */
public final class CatchConsumer {
  private static final int ATTEMPTS = 3;
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Set<String> HANDLED =
      Set.of("CatchLoggedV1", "CatchEditedV1", "CatchDeletedV1", "AnglerErasedV1");
  private static final String UPSERT =
      """
      INSERT INTO catches (id, version, species, weight_lbs, angler_id, angler_name) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET version = excluded.version, species = excluded.species,
        weight_lbs = excluded.weight_lbs, angler_id = excluded.angler_id, angler_name = excluded.angler_name
      WHERE catches.version < excluded.version""";

  private static final String TOPIC = setting("TOPIC", "catch.events");
  private static final String GROUP = setting("GROUP", "example.catches");
  private static final String DEAD_LETTERS = setting("DEAD_LETTER_TOPIC", TOPIC + "." + GROUP + ".dlq");

  /** The message can never be handled. */
  private static final class Malformed extends Exception {
    Malformed(String message) {
      super(message);
    }
  }

  private static String setting(String name, String otherwise) {
    return System.getenv().getOrDefault(name, otherwise);
  }

  private static Map<String, Object> connection() throws Exception {
    Map<String, Object> settings = new HashMap<>();
    settings.put("bootstrap.servers", System.getenv("KAFKA_BROKERS"));
    boolean tls = "true".equals(System.getenv("KAFKA_TLS"));
    String mechanism = System.getenv("KAFKA_SASL_MECHANISM");
    settings.put("security.protocol", (mechanism == null ? "" : "SASL_") + (tls ? "SSL" : "PLAINTEXT"));
    String authorities = System.getenv("KAFKA_TLS_CA_FILE");
    if (tls && authorities != null) {
      settings.put("ssl.truststore.type", "PEM");
      settings.put("ssl.truststore.location", authorities);
    }
    if (mechanism != null) {
      String module = mechanism.equals("plain") ? "plain.PlainLoginModule" : "scram.ScramLoginModule";
      String password = Files.readString(Path.of(System.getenv("KAFKA_SASL_PASSWORD_FILE"))).stripTrailing();
      settings.put("sasl.mechanism", mechanism.toUpperCase());
      settings.put(
          "sasl.jaas.config",
          "org.apache.kafka.common.security.%s required username=\"%s\" password=\"%s\";"
              .formatted(module, quoted(System.getenv("KAFKA_SASL_USERNAME")), quoted(password)));
    }
    return settings;
  }

  private static String quoted(String text) {
    return text.replace("\\", "\\\\").replace("\"", "\\\"");
  }

  private static String header(ConsumerRecord<byte[], byte[]> message, String name) throws Malformed {
    Header found = message.headers().lastHeader(name);
    if (found == null || found.value().length == 0) throw new Malformed("The header " + name + " is missing");
    return new String(found.value(), StandardCharsets.UTF_8);
  }

  /** Stores what an event says and that it was handled, in one transaction; a repeat changes nothing. */
  private static void handle(Connection db, ConsumerRecord<byte[], byte[]> message) throws Exception {
    String id = header(message, "ce_id");
    String type = header(message, "ce_type");
    db.setAutoCommit(false);
    if (update(db, "INSERT INTO handled_events (id) VALUES (?) ON CONFLICT DO NOTHING", id) == 1)
      apply(db, type, message.value());
    db.commit();
  }

  private static void apply(Connection db, String type, byte[] value) throws Exception {
    // Other types, and those that are added later, are none of this consumer's business.
    if (!HANDLED.contains(type)) return;
    JsonNode data;
    try {
      data = JSON.readTree(value == null ? new byte[0] : value);
    } catch (JsonProcessingException error) {
      throw new Malformed(error.getOriginalMessage());
    }
    String id = text(data, "id");
    switch (type) {
      case "CatchDeletedV1" -> update(db, "DELETE FROM catches WHERE id = ?", id);
      case "AnglerErasedV1" ->
          update(db, "UPDATE catches SET angler_name = ? WHERE angler_id = ?", text(data, "name"), id);
      default -> {
        JsonNode angler = data.path("angler");
        JsonNode weight = data.path("weight_lbs");
        Double pounds = weight.isNumber() ? Double.valueOf(weight.asDouble()) : null;
        int version = data.path("version").asInt();
        update(db, UPSERT, id, version, text(data, "species"), pounds, text(angler, "id"), text(angler, "name"));
      }
    }
  }

  private static String text(JsonNode node, String field) throws Malformed {
    if (!node.path(field).isTextual()) throw new Malformed("The field " + field + " is missing");
    return node.get(field).asText();
  }

  private static int update(Connection db, String sql, Object... values) throws SQLException {
    try (PreparedStatement statement = db.prepareStatement(sql)) {
      for (int at = 0; at < values.length; at += 1) {
        if (values[at] == null) statement.setNull(at + 1, java.sql.Types.DOUBLE);
        else statement.setObject(at + 1, values[at]);
      }
      return statement.executeUpdate();
    }
  }

  /** Puts a message that cannot be handled where a person finds it, and returns once Kafka has it. */
  private static void setAside(
      KafkaProducer<byte[], byte[]> producer, ConsumerRecord<byte[], byte[]> message, Exception reason)
      throws Exception {
    var letter = new ProducerRecord<>(DEAD_LETTERS, null, message.key(), message.value(), message.headers());
    String told = String.valueOf(reason.getMessage());
    Map.of(
            "dlq_error_message", told.substring(0, Math.min(told.length(), 1000)),
            "dlq_origin_topic", message.topic(),
            "dlq_origin_partition", String.valueOf(message.partition()),
            "dlq_origin_offset", String.valueOf(message.offset()))
        .forEach((name, text) -> letter.headers().add(name, text.getBytes(StandardCharsets.UTF_8)));
    producer.send(letter).get();
  }

  /** Whether the database failed rather than the statement. */
  private static boolean isAway(Exception error) {
    if (!(error instanceof SQLException refused) || refused.getSQLState() == null) return false;
    return refused.getSQLState().startsWith("08") || refused.getSQLState().startsWith("57P");
  }

  private static void handleOrSetAside(
      KafkaProducer<byte[], byte[]> producer, ConsumerRecord<byte[], byte[]> message) throws Exception {
    for (int attempt = 1; ; ) {
      try (Connection db = DriverManager.getConnection(System.getenv("DATABASE_URL"))) {
        handle(db, message);
        return;
      } catch (Exception error) {
        if (isAway(error)) {
          // This is no fault of the message, which waits together with its partition.
          System.err.println("waiting for the database: " + error.getMessage());
          Thread.sleep(1000);
        } else if (error instanceof Malformed || attempt >= ATTEMPTS) {
          System.err.printf(
              "set aside %s/%d@%d: %s%n", message.topic(), message.partition(), message.offset(), error.getMessage());
          setAside(producer, message, error);
          return;
        } else {
          attempt += 1;
        }
      }
    }
  }

  private static KafkaConsumer<byte[], byte[]> consumer() throws Exception {
    Map<String, Object> settings = connection();
    settings.put("group.id", GROUP);
    settings.put("auto.offset.reset", "earliest");
    settings.put("enable.auto.commit", false);
    return new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  private static KafkaProducer<byte[], byte[]> producer() throws Exception {
    return new KafkaProducer<>(connection(), new ByteArraySerializer(), new ByteArraySerializer());
  }

  public static void main(String[] args) throws Exception {
    try (Connection db = DriverManager.getConnection(System.getenv("DATABASE_URL"))) {
      db.createStatement().execute(Files.readString(Path.of(setting("TABLES", "../tables.sql"))));
    }
    Thread main = Thread.currentThread();
    try (var consumer = consumer();
        var producer = producer()) {
      Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(consumer, main)));
      consumer.subscribe(List.of(TOPIC));
      while (true) {
        for (ConsumerRecord<byte[], byte[]> message : consumer.poll(Duration.ofMillis(500))) {
          handleOrSetAside(producer, message);
          // After the transaction: a crash in between brings the message again, and it is known by then.
          var partition = new TopicPartition(message.topic(), message.partition());
          consumer.commitSync(Map.of(partition, new OffsetAndMetadata(message.offset() + 1)));
        }
      }
    } catch (WakeupException stopping) {
      // The consumer leaves its group as it closes.
    }
  }

  private static void stop(KafkaConsumer<byte[], byte[]> consumer, Thread main) {
    consumer.wakeup();
    try {
      main.join(10_000);
    } catch (InterruptedException ignored) {
      Thread.currentThread().interrupt();
    }
  }
}
