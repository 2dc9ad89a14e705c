import type { DomainEvent } from '@cds/event-sourcing';
import { z } from 'zod';
import { toRecordedEvent } from './event-row.js';
import { checkedCodec, EventForms, plainForm } from './event-forms.js';

type Weighed = DomainEvent<'Weighed', { grams: number; scale: string | null }>;
type Counted = DomainEvent<'Counted', { count: number }>;

/** Once ounces, then grams, then grams and the scale. */
const codec = checkedCodec<Weighed | Counted>({
  Weighed: plainForm(z.object({ ounces: z.number() }))
    .next(
      z.object({ data: z.object({ grams: z.number() }) }).transform(({ data }) => data),
      ({ ounces }) => ({ grams: ounces * 28 }),
    )
    .next(
      z.object({ data: z.object({ grams: z.number(), scale: z.string().nullable() }) }).transform(({ data }) => data),
      ({ grams }) => ({ grams, scale: null }),
    ),
  Counted: EventForms.first(z.object({ data: z.object({ count: z.number() }) }).transform(({ data }) => data)),
});
const row = (type: string, data: unknown) => ({
  stream_id: 'stream_1',
  version: 3,
  event_id: 'evt_7',
  type,
  data,
  personal: null,
  metadata: { actor: null, request_id: null, traceparent: null },
  occurred_at: new Date(0),
});

describe('the forms of a stored event', () => {
  it('turn an old version into the newest, step by step', () => {
    expect(codec.decode('Weighed', { ounces: 2 }, undefined).data).toEqual({ grams: 56, scale: null });
    expect(codec.decode('Weighed', { eventVersion: 2, grams: 5 }, undefined).data).toEqual({ grams: 5, scale: null });
  });

  it('mark what is written now, but for the first version', () => {
    const weighed: Weighed = { type: 'Weighed', data: { grams: 1, scale: 'A' } };
    expect(codec.encode(weighed).data).toEqual({ grams: 1, scale: 'A', eventVersion: 3 });
    expect(codec.decode('Weighed', codec.encode(weighed).data, undefined)).toEqual(weighed);
    expect(codec.encode({ type: 'Counted', data: { count: 1 } }).data).toEqual({ count: 1 });
  });

  it.each([
    ['a field of another type', 'Counted', { count: '1' }, 'data.count'],
    ['no data', 'Counted', null, 'data'],
    ['a version that is yet to come', 'Weighed', { eventVersion: 4 }, 'version 4 is not known here'],
    ['a version that is none', 'Weighed', { eventVersion: '1' }, 'data.eventVersion'],
    ['an unknown type', 'Sold', {}, 'its type is not known here'],
    ['a name of every object', 'constructor', {}, 'its type is not known here'],
  ])('refuse %s, naming event, type and field', (_what, type, data, problem) => {
    const read = () => toRecordedEvent(row(type, data), codec);
    expect(read).toThrow(`The event evt_7 (${type}, version 3 of stream_1) cannot be read: `);
    expect(read).toThrow(problem);
  });
});
