import { join } from 'node:path';

/** A broker that was killed may come back only when the controller holds the old one for dead; 9 s by default. */
const SESSION = { 'broker.session.timeout.ms': 3_000, 'broker.heartbeat.interval.ms': 500 };

/**
 * A controller writes a record twice a second when there is nothing else to write, so that others see it go on. There
 * are no others, and it is a third of what a broker at rest takes of the processor.
 */
const NO_IDLE_RECORDS = { 'metadata.max.idle.interval.ms': 0 };

const lines = (settings: Record<string, string | number | boolean>): string =>
  `${Object.entries(settings)
    .map(([key, value]) => `${key}=${value}`)
    .join('\n')}\n`;

/** One node that is broker and controller, small enough for a laptop. `settings` take precedence. */
export const serverProperties = (
  at: { dataDir: string; port: number; controllerPort: number },
  settings: Readonly<Record<string, string>>,
): string =>
  lines({
    'process.roles': 'broker,controller',
    'node.id': 1,
    'controller.quorum.voters': `1@127.0.0.1:${at.controllerPort}`,
    'controller.listener.names': 'CONTROLLER',
    listeners: `PLAINTEXT://127.0.0.1:${at.port},CONTROLLER://127.0.0.1:${at.controllerPort}`,
    'advertised.listeners': `PLAINTEXT://127.0.0.1:${at.port}`,
    'log.dirs': join(at.dataDir, 'logs'),
    'auto.create.topics.enable': false,
    'group.initial.rebalance.delay.ms': 0,
    'offsets.topic.replication.factor': 1,
    'offsets.topic.num.partitions': 4,
    'transaction.state.log.replication.factor': 1,
    'transaction.state.log.min.isr': 1,
    'transaction.state.log.num.partitions': 4,
    'share.coordinator.state.topic.replication.factor': 1,
    'share.coordinator.state.topic.min.isr': 1,
    'share.coordinator.threads': 1,
    'group.coordinator.threads': 1,
    'num.network.threads': 2,
    'num.io.threads': 2,
    'background.threads': 2,
    'num.recovery.threads.per.data.dir': 1,
    'log.cleaner.threads': 1,
    'log.cleaner.dedupe.buffer.size': 8 * 1024 * 1024,
    'log.index.size.max.bytes': 1024 * 1024,
    ...SESSION,
    ...NO_IDLE_RECORDS,
    ...settings,
  });

export const LOG4J_CONFIG = `Configuration:
  status: ERROR
  Appenders:
    Console:
      name: out
      PatternLayout:
        pattern: "%d{ISO8601} %p %c{1}: %m%n"
  Loggers:
    Root:
      level: WARN
      AppenderRef:
        ref: out
    Logger:
      # Says "Kafka Server started", which is what the start waits for.
      - name: kafka.server.KafkaRaftServer
        level: INFO
`;

/** Kafka at rest needs some 60 MB of heap; the rest of what it holds is the JVM, so that is kept small too. */
export const JVM_FLAGS = [
  '-XX:+UseSerialGC',
  '-XX:TieredStopAtLevel=1',
  '-Xms48m',
  '-Xmx192m',
  '-Xss512k',
  '-XX:ReservedCodeCacheSize=32m',
  '-XX:-UsePerfData',
  '-Djava.awt.headless=true',
];
