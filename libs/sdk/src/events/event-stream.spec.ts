import { jest } from '@jest/globals';
import { failureOf, problem, scripted, type Step } from '../../test/scripted.js';
import type { StreamOptions } from '../index.js';

beforeEach(() => {
  jest.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  jest.restoreAllMocks();
});

const event = (id: string): string => `id: ${id}\nevent: ping\ndata: {"id":"${id}","type":"ping"}\n\n`;

/** Sends this, and then ends, breaks or stays silent. */
const stream = (text: string, end: 'close' | 'break' | 'silence' = 'close') => {
  const body = new ReadableStream(
    {
      start: (controller) => controller.enqueue(new TextEncoder().encode(`retry: 0\n\n${text}`)),
      pull: (controller) => {
        if (end === 'close') controller.close();
        if (end === 'break') controller.error(new TypeError('terminated'));
        return end === 'silence' ? new Promise(() => undefined) : undefined;
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
};

/** Reads this many events. */
const read = async (count: number, steps: readonly Step[], options: StreamOptions = {}) => {
  const { client, sent } = scripted(...steps);
  const events = client().events.stream({ type: 'catch.created' }, options);
  const ids: string[] = [];
  for await (const { id } of events) if (ids.push(id) >= count) break;
  return { ids, sent, events, from: sent.map(({ headers }) => headers.get('last-event-id')) };
};

describe('the stream of events', () => {
  it('goes on after the last event when a connection ends or breaks', async () => {
    const steps = [stream(event('e1') + event('e2')), stream(event('e3'), 'break'), stream(''), stream(event('e4'))];
    const { ids, from, events, sent } = await read(4, steps);
    expect({ ids, from, last: events.lastEventId }).toEqual({
      ids: ['e1', 'e2', 'e3', 'e4'],
      from: [null, 'e2', 'e3', 'e3'],
      last: 'e4',
    });
    expect(sent[0]).toMatchObject({ path: '/v1/events/stream?type=catch.created' });
    expect(sent[0]?.headers.get('accept')).toBe('text/event-stream');
  });

  it('goes on from the id that a connection began with when it ends before the first event', async () => {
    const steps = [
      stream('id: e0\n\n'),
      stream('id: e0\n\n', 'break'),
      stream(event('e1') + 'id: e2\n\n'),
      stream(event('e3')),
    ];
    const { ids, from } = await read(2, steps);
    expect({ ids, from }).toEqual({ ids: ['e1', 'e3'], from: [null, 'e0', 'e0', 'e2'] });
  });

  it('goes on after the event that its reader has, not after those that came with it', async () => {
    const { events } = await read(1, [stream(event('e1') + event('e2'))]);
    expect(events.lastEventId).toBe('e1');
  });

  it('goes on when there is no answer, or one that says later', async () => {
    const steps = [
      new TypeError('fetch failed'),
      problem(503, 'service.unavailable'),
      problem(429, 'limit.event_streams'),
      stream(event('e1')),
    ];
    const { ids, from } = await read(1, steps, { lastEventId: 'e0' });
    expect({ ids, from }).toEqual({ ids: ['e1'], from: ['e0', 'e0', 'e0', 'e0'] });
  });

  it('takes a silent connection for dead', async () => {
    const states: unknown[] = [];
    const onState: StreamOptions['onState'] = (state, reason) =>
      states.push([state, (reason as { code?: string })?.code]);
    const steps = [stream(event('e1'), 'silence'), stream(event('e2'))];
    const { ids } = await read(2, steps, { stallMs: 50, onState });
    expect({ ids, states }).toEqual({
      ids: ['e1', 'e2'],
      states: [
        ['open', undefined],
        ['lost', 'sdk.timeout'],
        ['open', undefined],
      ],
    });
  });

  it('fails with 410 when the last event is not in the feed any more', async () => {
    const work = read(1, [problem(410, 'event.gone')], { lastEventId: 'e0' });
    expect(await failureOf(work)).toMatchObject({ status: 410 });
  });

  it('ends its connection when the loop is left, and when its signal is aborted', async () => {
    const controller = new AbortController();
    const { sent } = await read(1, [stream(event('e1'), 'silence')]);
    expect(sent[0]?.signal?.aborted).toBe(true);
    const options: StreamOptions = { signal: controller.signal, onState: () => controller.abort('enough') };
    expect(await failureOf(read(2, [stream(event('e1'), 'silence')], options))).toBe('enough');
  });
});
