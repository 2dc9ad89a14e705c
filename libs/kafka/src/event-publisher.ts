import { AppError, backOffMs, messageOf, within } from '@cds/errors';
import type { Kafka, Message, Producer } from 'kafkajs';
import type { CloudEvent } from './cloud-event.js';
import { HANGS_AFTER_MS, LEAVE_LIMIT_MS } from './hanging.js';
import { inRequests, toKafkaMessage, type TopicMessages } from './kafka-message.js';
import { type MessagingLogger, nestLogger } from './messaging-logger.js';
import { partitionByKey } from './partitioner.js';

/** Events of one topic, in order. */
export interface TopicEvents {
  readonly topic: string;
  readonly events: readonly CloudEvent[];
}

/** Between two attempts to connect. */
const [RECONNECT_MIN_MS, RECONNECT_MAX_MS] = [100, 2_000];

/** Acknowledged by all replicas in sync, or refused. */
const SENDING = { acks: -1, timeout: 8_000 };

const unavailable = (cause: unknown): AppError =>
  new AppError({
    code: 'service.unavailable',
    kind: 'unavailable',
    message: 'Kafka is unavailable.',
    retryAfterSeconds: 5,
    cause,
  });

type Request = { topic: string; messages: Message[] }[];

const sendTo = (producer: Producer, request: Request): Promise<unknown> => {
  const [first, ...others] = request;
  return first && others.length === 0
    ? producer.send({ ...first, ...SENDING })
    : producer.sendBatch({ topicMessages: request, ...SENDING });
};

/** Never fails. */
const leave = async (producer: Producer): Promise<void> => {
  await within(producer.disconnect(), LEAVE_LIMIT_MS).catch(() => undefined);
};

/**
 * Sends events to Kafka: idempotent producer, acknowledged by all replicas in sync, in the order of the calls.
 * It needs no Kafka to be made or connected; while Kafka is away it reconnects by itself, and what is sent is refused.
 */
export class EventPublisher {
  private producer: Producer | undefined;
  private opening: Promise<Producer> | undefined;
  private reconnect: NodeJS.Timeout | undefined;
  private last: Promise<unknown> = Promise.resolve();
  private failures = 0;
  private closed = false;

  constructor(
    private readonly kafka: Kafka,
    private readonly logger: MessagingLogger = nestLogger('EventPublisher'),
  ) {}

  /** Resolves after the first attempt, successful or not: a service starts without Kafka. */
  async connect(): Promise<void> {
    await this.open().catch(() => undefined);
  }

  /** Waits for what is being sent, then leaves. */
  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.reconnect);
    await this.last.catch(() => undefined);
    await this.opening?.catch(() => undefined);
    if (this.producer) await leave(this.producer);
    this.producer = undefined;
  }

  /** Whether the last exchange with Kafka went well. */
  isConnected(): boolean {
    return this.producer !== undefined;
  }

  /**
   * Resolves once every event is stored by Kafka. Rejects with `unavailable` when that is not certain: a part of them
   * may be there, so publish the same ones again, in the same order.
   */
  async publish(topic: string, events: readonly CloudEvent[]): Promise<void> {
    await this.publishAll([{ topic, events }]);
  }

  /** The same as `publish`, for events of several topics, which go in the same requests. */
  async publishAll(batches: readonly TopicEvents[]): Promise<void> {
    await this.inTurn(batches.map(({ topic, events }) => ({ topic, messages: events.map(toKafkaMessage) })));
  }

  /** The same as `publish`, for messages that are no events of ours, such as dead letters. */
  async send(topic: string, messages: readonly Message[]): Promise<void> {
    await this.inTurn([{ topic, messages }]);
  }

  private async inTurn(batches: readonly TopicMessages[]): Promise<void> {
    // One after the other: a producer is thrown away after a failure, and no other send may be using it then.
    const sent = this.last.catch(() => undefined).then(() => this.sendNow(batches));
    this.last = sent;
    await sent;
  }

  private async sendNow(batches: readonly TopicMessages[]): Promise<void> {
    const producer = await this.open();
    try {
      for (const request of inRequests(batches)) await within(sendTo(producer, request), HANGS_AFTER_MS);
    } catch (error) {
      // After a failure nobody knows which sequence numbers the broker has seen; only a new producer id is safe.
      this.producer = undefined;
      await leave(producer);
      this.onFailure(error);
      throw unavailable(error);
    }
  }

  private open(): Promise<Producer> {
    if (this.closed) return Promise.reject(unavailable(new Error('The publisher is closed')));
    if (this.producer !== undefined) return Promise.resolve(this.producer);
    this.opening ??= this.openNow().finally(() => (this.opening = undefined));
    return this.opening;
  }

  private async openNow(): Promise<Producer> {
    const producer = this.kafka.producer({
      idempotent: true,
      allowAutoTopicCreation: false,
      createPartitioner: partitionByKey,
    });
    try {
      await within(producer.connect(), HANGS_AFTER_MS);
    } catch (error) {
      await leave(producer);
      this.onFailure(error);
      throw unavailable(error);
    }
    clearTimeout(this.reconnect);
    this.producer = producer;
    this.failures = 0;
    this.logger.info({}, 'publisher.connected');
    return producer;
  }

  private onFailure(error: unknown): void {
    this.logger[this.failures === 0 ? 'warn' : 'debug'](
      { reason: messageOf(error), attempt: this.failures },
      'publisher.disconnected',
    );
    clearTimeout(this.reconnect);
    if (this.closed) return;
    this.reconnect = setTimeout(
      () => void this.connect(),
      backOffMs(this.failures, RECONNECT_MIN_MS, RECONNECT_MAX_MS),
    );
    this.reconnect.unref();
    this.failures += 1;
  }
}
