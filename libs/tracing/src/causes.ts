import { type Context, context, createContextKey, type Span, trace } from '@opentelemetry/api';
import { activeSpan, isTracing, traceparentIn } from './spans.js';

/** On whose behalf something is done: a request that waits for it. */
export type Cause = Span;

const OTHER_CAUSES = createContextKey('other causes');

/** OpenTelemetry keeps no more links of a span than these. */
const MAX_LINKS = 128;

/** The span that the running code works for, where it is recorded. To be kept with work that is done later. */
export const causeOf = (): Cause | undefined => {
  const span = activeSpan();
  return span?.isRecording() ? span : undefined;
};

/**
 * Calls `work` on behalf of all that wait for it: what it does is part of the first one's trace, and spans made by it
 * are linked to the others.
 */
export const forCauses = <T>(waiting: readonly { readonly cause: Cause | undefined }[], work: () => T): T => {
  if (!isTracing()) return work();
  const [first, ...others] = waiting.flatMap(({ cause }) => cause ?? []);
  return first ? context.with(contextWith(first, others), work) : work();
};

/** The traceparents of the causes beside the active span. */
export const otherCauses = (): readonly string[] => {
  const others = context.active().getValue(OTHER_CAUSES) as readonly Span[] | undefined;
  return others?.slice(0, MAX_LINKS).map(traceparentIn) ?? [];
};

const contextWith = (first: Span, others: readonly Span[]): Context =>
  trace.setSpan(context.active(), first).setValue(OTHER_CAUSES, others);
