import type { Message } from 'kafkajs';
import type { CloudEvent } from './cloud-event.js';

/** Names the topic that has the same event as its owner reads it. */
export const OWNER_TOPIC_HEADER = 'ce_ownertopic';

/**
 * The event as a Kafka message: CloudEvents 1.0, binary mode. The subject is the key, so one subject's events stay in
 * order.
 * The record's timestamp is left to be the time of sending: retention counts from it.
 */
export const toKafkaMessage = (event: CloudEvent): Message => ({
  key: event.subject,
  value: event.data === null ? null : JSON.stringify(event.data),
  headers: {
    ce_specversion: '1.0',
    ce_id: event.id,
    ce_type: event.type,
    ce_source: event.source,
    ce_subject: event.subject,
    ce_time: event.time.toISOString(),
    ...(event.accountId === null ? {} : { ce_accountid: event.accountId }),
    ...(event.traceparent === null ? {} : { traceparent: event.traceparent }),
    ...(event.ownerTopic === undefined ? {} : { [OWNER_TOPIC_HEADER]: event.ownerTopic }),
    ...(event.data === null ? {} : { 'content-type': 'application/json' }),
  },
});

const sizeOf = (message: Message): number =>
  Buffer.byteLength(message.value ?? '') +
  Buffer.byteLength(message.key ?? '') +
  Object.entries(message.headers ?? {}).reduce(
    (sum, [name, value]) => sum + name.length + Buffer.byteLength(String(value ?? '')),
    32,
  );

/** Messages of one topic, in order. */
export interface TopicMessages {
  readonly topic: string;
  readonly messages: readonly Message[];
}

/**
 * Splits messages, those of each topic in order, so that no request comes near the brokers' limit of 1 MiB for one
 * batch of records.
 */
export const inRequests = function* (
  batches: readonly TopicMessages[],
  maxBytes = 700_000,
): Generator<{ topic: string; messages: Message[] }[]> {
  let request = new Map<string, Message[]>();
  let bytes = 0;
  const taken = () => [...request].map(([topic, messages]) => ({ topic, messages }));
  for (const { topic, messages } of batches) {
    for (const message of messages) {
      const size = sizeOf(message);
      if (bytes > 0 && bytes + size > maxBytes) {
        yield taken();
        request = new Map();
        bytes = 0;
      }
      const others = request.get(topic);
      if (others) others.push(message);
      else request.set(topic, [message]);
      bytes += size;
    }
  }
  if (bytes > 0) yield taken();
};
