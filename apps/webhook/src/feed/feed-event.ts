import { metricTwins, pickFields, queryFields, queryUnits, scoreTwins } from '@cds/listing';
import { z } from 'zod';

/** An event as a webhook brings it. */
export const feedEventSchema = z
  .strictObject({
    id: z.string(),
    type: z.string(),
    timestamp: z.iso.datetime({ precision: 3 }).meta({ description: 'When it happened.' }),
    data: z.record(z.string(), z.unknown()).meta({
      description: 'The whole object and, under `previous`, what changed. See the webhook of the same type.',
    }),
  })
  .meta({ id: 'Event' });
export type FeedEvent = z.infer<typeof feedEventSchema>;

/** What of an event is answered, and in which units. */
export const feedEventQuery = { fields: queryFields(feedEventSchema).optional(), units: queryUnits };

export interface FeedEventQuery {
  readonly fields?: ReadonlySet<string> | undefined;
  readonly units: 'imperial' | 'metric';
}

/** The event of a stored payload, as a query asks for it. */
export const feedEventView = (payload: string, { fields, units }: FeedEventQuery): Partial<FeedEvent> => {
  const event = JSON.parse(payload) as FeedEvent;
  const shown =
    units === 'metric' ? { ...event, data: withTwins(event.data, metricOf(event)) as FeedEvent['data'] } : event;
  return pickFields(shown, fields);
};

/** The same text where nothing is changed about it, so that a stream need not read it. */
export const feedEventText = (payload: string, query: FeedEventQuery): string =>
  query.fields === undefined && query.units === 'imperial' ? payload : JSON.stringify(feedEventView(payload, query));

/** What the board of an event ranks by, which says in which unit its scores are. */
const metricOf = ({ data: { board } }: FeedEvent): unknown =>
  (board as { rule?: { metric?: unknown } } | undefined)?.rule?.metric;

/** Its names are the caller's own, and may be those of measures. */
const METADATA = 'metadata';

/** Measures and scores stand in the data, in its catch, in entries and in what was before. */
const withTwins = (value: unknown, metric: unknown): unknown => {
  if (Array.isArray(value)) return value.map((one) => withTwins(one, metric));
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, name === METADATA ? one : withTwins(one, metric)]),
  );
  return {
    ...fields,
    ...metricTwins(fields),
    ...(isScore(fields['score']) ? scoreTwins(metric, fields['score']) : {}),
  };
};

const isScore = (value: unknown): value is number | null => typeof value === 'number' || value === null;
