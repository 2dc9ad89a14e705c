import type { Message } from 'kafkajs';
import type { CloudEvent } from './cloud-event.js';

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

/** Splits messages, in order, so that no request comes near the brokers' limit of 1 MiB for one batch of records. */
export const inRequests = function* (messages: readonly Message[], maxBytes = 700_000): Generator<Message[]> {
  let request: Message[] = [];
  let bytes = 0;
  for (const message of messages) {
    const size = sizeOf(message);
    if (request.length > 0 && bytes + size > maxBytes) {
      yield request;
      request = [];
      bytes = 0;
    }
    request.push(message);
    bytes += size;
  }
  if (request.length > 0) yield request;
};
