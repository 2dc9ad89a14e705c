import { isTracing, startTracing } from '@cds/tracing';
import { OtlpReceiver } from '@cds/testing';
import type { CloudEvent } from '@cds/kafka';
import { Registry } from 'prom-client';
import { publishInSpans } from './publication-spans.js';

const traceOf = (digit: string): string => digit.repeat(32);
const event = (digit: string | null, flags = '01'): CloudEvent => ({
  ...{ id: 'evt', type: 'CatchLoggedV1', source: 'tests', subject: 's', time: new Date(0), accountId: null, data: {} },
  traceparent: digit && `00-${traceOf(digit)}-${'b'.repeat(16)}-${flags}`,
});
const BATCHES = [
  { topic: 'one', events: [event('1'), event('1'), event('2'), event(null), event('3', '00')] },
  { topic: 'other', events: [event('1')] },
];

let collector: OtlpReceiver;
let stop: () => Promise<void>;
const trace = async (): Promise<void> => {
  collector = await OtlpReceiver.start();
  const settings = { endpoint: collector.url, headers: {}, serviceName: undefined, resourceAttributes: {}, ratio: 1 };
  const tracing = await startTracing({
    settings: { ...settings, sampler: 'parentbased_always_on' },
    service: 'tests',
    isEdge: false,
    registry: new Registry(),
    onExport: () => undefined,
  });
  stop = () => tracing.stop();
};
afterEach(() => collector?.stop());

const told = () =>
  collector.spans
    .map(({ name, traceId, attributes }) => [name, traceId[0], attributes['messaging.batch.message_count']].join(' '))
    .sort();

it('events of one trace in a topic are sent in one span, and those that are not recorded in none', async () => {
  await trace();
  const published: unknown[] = [];
  await publishInSpans(BATCHES, (batches) => Promise.resolve(void published.push(batches)));
  await stop();
  expect(published).toEqual([BATCHES]);
  expect(told()).toEqual(['send one 1 2', 'send one 2 1', 'send other 1 1']);
});

it('spans of events that could not be sent tell so, and the failure goes on', async () => {
  await trace();
  const away = Object.assign(new Error('away'), { code: 'service.unavailable' });
  await expect(publishInSpans(BATCHES, () => Promise.reject(away))).rejects.toBe(away);
  await stop();
  expect(collector.spans.map(({ attributes }) => attributes['error.type'])).toEqual(
    Array(3).fill('service.unavailable'),
  );
});

it('without a collector events are handed on as they are', async () => {
  expect(isTracing()).toBe(false);
  await publishInSpans(BATCHES, (batches) => Promise.resolve(expect(batches).toBe(BATCHES)));
});
