import { DLQ_HEADERS } from '@cds/kafka';
import type { Message } from 'kafkajs';
import type { DeadLetter } from './dead-letter.js';

/** The message that makes a dead letter's service handle it again, and that says so to whoever reads on. */
export const replayOf = ({ partition, offset, message }: DeadLetter): Message => ({
  partition,
  key: message.key,
  value: message.value,
  headers: { ...message.headers, [DLQ_HEADERS.replayed]: offset },
});

/** The message that says that a dead letter is done with. */
export const dropOf = ({ partition, offset, message }: DeadLetter): Message => ({
  partition,
  key: message.key,
  value: null,
  headers: { [DLQ_HEADERS.dropped]: offset },
});
