import { headerText } from '@cds/kafka';
import { inSpan, isSampled, isTracing, startSpan } from '@cds/tracing';
import { sizeOf, type Slices } from '../slice.js';
import type { SlicePolicy } from './slice-policy.js';

/** OpenTelemetry keeps no more links of a span than these. */
const MAX_LINKS = 128;

/**
 * Makes one span of the handling of slices, in the trace of the last recorded message, as `correlation` has it, and
 * linked to those of the others. Messages of which none is being recorded have no span.
 */
export const tracing = (): SlicePolicy => (next) => (slices) => {
  if (!isTracing()) return next(slices);
  const traces = tracesOf(slices);
  const parent = traces.pop();
  if (parent === undefined) return next(slices);
  const [{ batch }] = slices;
  const { topic, partition } = batch.topicPartition;
  const span = startSpan(`process ${topic}`, {
    kind: 'consumer',
    parent,
    links: traces.slice(-MAX_LINKS),
    attributes: {
      'messaging.system': 'kafka',
      'messaging.operation.type': 'process',
      'messaging.operation.name': 'process',
      'messaging.destination.name': topic,
      'messaging.batch.message_count': sizeOf(slices),
      ...(slices.length === 1 && { 'messaging.destination.partition.id': String(partition) }),
    },
  });
  return inSpan(span, () => next(slices));
};

/** The traceparents of the messages that are being recorded, each once. */
const tracesOf = (slices: Slices): string[] => {
  const found = new Set<string>();
  for (const { messages } of slices)
    for (const { headers } of messages) {
      const traceparent = headerText(headers, 'traceparent');
      if (traceparent !== undefined && isSampled(traceparent)) found.add(traceparent);
    }
  return [...found];
};
