import type { ConsumerMetrics } from '../consumer-metrics.js';
import type { DeadLetters, MessagingLogger } from '@cds/kafka';
import type { SliceResult, Slices } from '../slice.js';

/** How slices ended. `split`: they cannot be handled together, and nothing was done. */
export type SliceOutcome = SliceResult | 'dead_lettered' | 'split';

/** Handles slices of one topic, all or nothing. Throws why nothing was done when that may heal. */
export type SliceHandler = (slices: Slices) => Promise<SliceOutcome>;

/** What the policies of a consumer work with. */
export interface PolicyTools {
  readonly metrics: ConsumerMetrics;
  readonly logger: MessagingLogger;
  readonly deadLetters: DeadLetters;
  /** Moves on past messages that were put aside. */
  readonly skip: (slices: Slices) => Promise<SliceResult>;
}

/** Puts something around the handling of slices. */
export type SlicePolicy = (next: SliceHandler, tools: PolicyTools) => SliceHandler;

/** The handler with all policies around it, the first one outermost. */
export const withPolicies = (
  handler: SliceHandler,
  policies: readonly SlicePolicy[],
  tools: PolicyTools,
): SliceHandler => policies.reduceRight((next, policy) => policy(next, tools), handler);
