import type { AnswerLimits } from './attempt/answer-reader.js';
import type { SlotLimits } from './dispatch/slots.js';

/** How much a process does at once and how long it waits for whom. */
export interface DeliveryLimits {
  readonly slots: SlotLimits;
  readonly answer: AnswerLimits;
  /** How long a claimed message is this process's. Longer than an attempt and the storing of it ever take. */
  readonly leaseMs: number;
  /** The longest time between two looks at all queues: what a dead copy left is found within it after its lease. */
  readonly lookEveryMs: number;
  /** The shortest time between two looks at all queues, each of which probes every queue that has a message. */
  readonly lookPauseMs: number;
  /** The shortest time between two claims: a claim of many messages costs little more than one of a few. */
  readonly claimPauseMs: number;
  /** How long requests may continue once the service is asked to stop. */
  readonly drainMs: number;
  /** The pause between two requests of an account to a host that has never answered it with 2xx. */
  readonly unprovenPauseMs: number;
  /** Whether this machine needs no such pause, where webhooks may be sent to it at all. */
  readonly isLoopbackExempt: boolean;
  /** Pause after the database failed. */
  readonly retryClaimMs: number;
}

export const DEFAULT_LIMITS: Omit<DeliveryLimits, 'slots'> = {
  answer: { headMs: 15_000, bodyMs: 5_000, bodyBytes: 64 * 1_024 },
  leaseMs: 30_000,
  lookEveryMs: 5_000,
  lookPauseMs: 250,
  claimPauseMs: 8,
  drainMs: 8_000,
  unprovenPauseMs: 1_000,
  isLoopbackExempt: true,
  retryClaimMs: 500,
};

/** Injection token of `DeliveryLimits`. */
export const DELIVERY_LIMITS = Symbol('DELIVERY_LIMITS');

/** Injection token of the `Resolve` that finds the addresses of names. */
export const RESOLVE = Symbol('RESOLVE');
