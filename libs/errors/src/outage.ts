import { isKind } from './guards.js';
import { causesOf, isTransientDatabaseError } from './postgres-errors.js';

/**
 * Whether a failure says no more than that PostgreSQL, Kafka or another service is away or too busy for the moment. It
 * heals by itself, and where it was noticed explains nothing.
 */
export const isOutage = (error: unknown): boolean =>
  isKind(error, 'unavailable') || isTransientDatabaseError(error) || isKafkaAway(error);

/** Errors of kafkajs that it would try again, and those that it gave up trying. */
const isKafkaAway = (error: unknown): boolean => {
  for (const { name, retriable } of causesOf(error)) {
    if (name === 'KafkaJSNumberOfRetriesExceeded') return true;
    if (typeof name === 'string' && name.startsWith('KafkaJS') && retriable === true) return true;
  }
  return false;
};
