import type { TopicEvents } from '@cds/kafka';
import { endSpan, failSpan, isSampled, isTracing, startSpan } from '@cds/tracing';

/** Of one batch. An import is one trace, whatever the number of its events. */
const MAX_SPANS = 100;

interface Publication {
  readonly topic: string;
  readonly traceparent: string;
  count: number;
}

/**
 * Publishes events, with a span in each recorded trace that they belong to: one for the events of a trace in a topic,
 * as they wait for the broker together. The events themselves go on as they are, under the trace that they were stored
 * with, so that they are the same each time they are sent.
 */
export const publishInSpans = async (
  batches: readonly TopicEvents[],
  publish: (batches: readonly TopicEvents[]) => Promise<void>,
): Promise<void> => {
  if (!isTracing()) return publish(batches);
  const spans = publicationsOf(batches).map(spanOf);
  try {
    await publish(batches);
    for (const span of spans) endSpan(span);
  } catch (error) {
    for (const span of spans) failSpan(span, error);
    throw error;
  }
};

const spanOf = ({ topic, traceparent, count }: Publication) =>
  startSpan(`send ${topic}`, {
    kind: 'producer',
    parent: traceparent,
    attributes: {
      'messaging.system': 'kafka',
      'messaging.operation.type': 'send',
      'messaging.operation.name': 'send',
      'messaging.destination.name': topic,
      'messaging.batch.message_count': count,
    },
  });

const publicationsOf = (batches: readonly TopicEvents[]): readonly Publication[] => {
  const found = new Map<string, Publication>();
  for (const { topic, events } of batches)
    for (const { traceparent } of events) {
      if (traceparent === null || !isSampled(traceparent)) continue;
      const key = `${topic} ${traceparent}`;
      const known = found.get(key);
      if (known) known.count += 1;
      else if (found.size < MAX_SPANS) found.set(key, { topic, traceparent, count: 1 });
    }
  return [...found.values()];
};
