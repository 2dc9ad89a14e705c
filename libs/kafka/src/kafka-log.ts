import { type logCreator, logLevel } from 'kafkajs';
import type { MessagingLogger } from './messaging-logger.js';

/**
 * What kafkajs reports as errors and warnings although it, or this library, goes on by itself: first contact with a
 * coordinator, elections, rebalances, a broker that is away. The publisher and the consumer tell when it matters.
 */
const HEALS_BY_ITSELF =
  /coordinator|leadership election|not the leader|does not host this topic|rebalanc|rejoin|ECONN|ENOTFOUND|EAI_AGAIN|EPIPE|Connection|Failed to (connect|send|find)|Limiting retries|Request .* timed out|Crash:|disconnected/i;

/** Writes the lines of kafkajs to `logger`, routine ones at debug. */
export const kafkaLog =
  (logger: MessagingLogger): logCreator =>
  () =>
  ({ namespace, level, log }) => {
    const { message, timestamp: _timestamp, logger: _logger, ...fields } = log;
    const error = typeof fields['error'] === 'string' ? fields['error'] : '';
    const routine = level > logLevel.WARN || HEALS_BY_ITSELF.test(`${message} ${error}`);
    logger[routine ? 'debug' : 'warn']({ ...fields, namespace, detail: message }, 'kafka.client');
  };
