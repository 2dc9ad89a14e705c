/**
 * A fetch that brings no more than this comes of some hundred messages a second at most, which publishers gather
 * already, or of messages that something held up: nobody waits for the next one then.
 */
const FEW_MESSAGES = 20;
const DELAY_PER_MESSAGE_MS = 5;
/** The longest delay while the consumer is not saturated. */
const UNSATURATED_MAX_MS = 50;
/** More messages than this within `UNSATURATED_MAX_MS` are a thousand a second. */
const SATURATED_MESSAGES = 50;
const MAX_DELAY_MS = 200;
/** As many fill transactions by themselves, and more arrive while they are handled: a delay would only cost time. */
const BUSY_MESSAGES = 1_000;

/**
 * Milliseconds to wait before the next fetch, after one that brought `messages`. What it costs to handle messages is
 * mostly for the transaction and the requests to Kafka, hardly for each message: a consumer that gets many a second
 * takes them in fewer, larger poll batches. The delay never exceeds `UNSATURATED_MAX_MS` until messages come so fast
 * that throughput counts more; then it grows to `MAX_DELAY_MS`. From `BUSY_MESSAGES` on there is none.
 */
export const fetchDelayMs = (messages: number): number => {
  if (messages >= BUSY_MESSAGES) return 0;
  const unsaturated = Math.min(Math.max(0, messages - FEW_MESSAGES) * DELAY_PER_MESSAGE_MS, UNSATURATED_MAX_MS);
  const saturated = Math.max(0, messages - SATURATED_MESSAGES) * DELAY_PER_MESSAGE_MS;
  return Math.min(unsaturated + saturated, MAX_DELAY_MS);
};
