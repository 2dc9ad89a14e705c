import { backfillTopic, deadLetterTopic } from '@cds/contracts';

/**
 * A topic that a service reads: one that it consumes, the dead letters of one (of which it handles those that are
 * replayed), or the backfill of one (which its producer's log is sent to again).
 */
export interface Source {
  readonly topic: string;
  /** The topic whose handlers get the events. */
  readonly handledAs: string;
  readonly kind: 'origin' | 'dead-letters' | 'backfill';
}

/** All that a service reads for one topic. */
export const sourcesOf = (topic: string, service: string): Source[] => [
  { topic, handledAs: topic, kind: 'origin' },
  { topic: deadLetterTopic(topic, service), handledAs: topic, kind: 'dead-letters' },
  { topic: backfillTopic(topic, service), handledAs: topic, kind: 'backfill' },
];
