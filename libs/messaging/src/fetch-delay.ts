/** So few come when messages are rare: nobody is to wait for the next one then. */
const FEW_MESSAGES = 5;
const REST_PER_MESSAGE_MS = 5;
const MAX_REST_MS = 200;

/**
 * Milliseconds to wait before the next fetch, after one that brought so many messages. What it costs to handle messages
 * is mostly for the transaction and the requests to Kafka, hardly for each message: whoever gets many a second takes
 * them in fewer, larger rounds. Below 200 a second the rests stay a fraction of the time between messages; above, they
 * grow to
 * `MAX_REST_MS`.
 */
export const fetchDelayMs = (messages: number): number =>
  Math.min(MAX_REST_MS, Math.max(0, messages - FEW_MESSAGES) * REST_PER_MESSAGE_MS);
