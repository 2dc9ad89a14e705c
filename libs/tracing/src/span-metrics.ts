import { Counter, type Registry } from 'prom-client';

/**
 * What became of a span: `exported`, `failed` (the collector did not take it) or `dropped` (too many were waiting).
 */
export type SpanOutcome = 'exported' | 'failed' | 'dropped';

export interface SpanMetrics {
  count(outcome: SpanOutcome, spans: number): void;
}

export const spanMetrics = (registry: Registry): SpanMetrics => {
  const counter = new Counter({
    name: 'cds_trace_spans_total',
    help: 'Spans by what became of them: exported, failed (refused or not reached) or dropped (too many were waiting)',
    labelNames: ['outcome'] as const,
    registers: [registry],
  });
  for (const outcome of ['exported', 'failed', 'dropped'] as const) counter.inc({ outcome }, 0);
  return { count: (outcome, spans) => counter.inc({ outcome }, spans) };
};
