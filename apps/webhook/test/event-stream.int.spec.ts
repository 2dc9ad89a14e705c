import type { CursorEnvelope } from '@cds/listing';
import type { Caller } from '@cds/identity';
import { Clock, newId } from '@cds/service-kit';
import { eventually } from '@cds/testing';
import { jest } from '@jest/globals';
import { identityHeaders } from '@cds/testing/identity';
import { connect } from 'node:net';
import type { FeedEvent } from '../src/feed/feed-event.js';
import { EventStreams } from '../src/feed/event-stream/event-streams.js';
import { StreamReader } from './event-stream.js';
import { catchEdited, catchLogged, entryChanged } from './webhook.builders.js';
import { someAccount, WebhookHarness } from './webhook.harness.js';

let app: WebhookHarness;
let account: Caller;
const readers: StreamReader[] = [];
beforeAll(async () => {
  app = await WebhookHarness.start();
  await app.addCopy();
});
afterAll(() => app.stop());
beforeEach(() => {
  account = someAccount();
});
afterEach(() => {
  for (const reader of readers.splice(0)) reader.close();
});

const open = async (
  { query = '', lastEventId, caller = account }: { query?: string; lastEventId?: string; caller?: Caller } = {},
  copy = app.service,
): Promise<StreamReader> => {
  const headers = { ...identityHeaders('webhook', caller), ...(lastEventId && { 'last-event-id': lastEventId }) };
  const reader = await StreamReader.open(`${copy.url}/v1/events/stream${query}`, headers);
  readers.push(reader);
  return reader;
};
/** All pages of the account's own events. */
const feed = async (cursor?: string): Promise<string[]> => {
  const query = `?type=catch.*&per_page=100${cursor === undefined ? '' : `&cursor=${cursor}`}`;
  const { body } = await app.call<CursorEnvelope<FeedEvent>>(account, 'GET', `/v1/events${query}`);
  const ids = body.data.map(({ id }) => id);
  return body.next_cursor === null ? ids : [...ids, ...(await feed(body.next_cursor))];
};
const stored = (...ids: string[]): Promise<void> =>
  eventually(async () => expect(await feed()).toEqual(expect.arrayContaining(ids)), { timeoutMs: 15_000 });

describe('a stream without Last-Event-ID', () => {
  it('tells what happens from now on, at every copy, and what others may not read to nobody', async () => {
    const before = catchLogged(account.accountId);
    await app.publish(before);
    await stored(before.id);
    const streams = [await open(), await open({}, app.copies[1])];
    expect(streams.map(({ response }) => response.headers.get('content-type'))).toEqual(
      Array(2).fill('text/event-stream; charset=utf-8'),
    );
    const [event, foreign, board] = [catchEdited(account.accountId), catchLogged(newId('account')), entryChanged()];
    await app.publish(event, foreign, board);
    for (const stream of streams) {
      await stream.got(event.id, board.id);
      expect(stream.ids).not.toContain(before.id);
      expect(stream.ids).not.toContain(foreign.id);
      const told = stream.told.find(({ id }) => id === event.id);
      expect(told?.event).toBe('catch.updated');
      expect(JSON.parse(told?.data ?? '')).toMatchObject({ id: event.id, type: 'catch.updated', data: event.data });
    }
  });

  it('names the newest event before it, so that a client resumes there', async () => {
    const before = catchLogged(account.accountId);
    await app.publish(before);
    await stored(before.id);
    const stream = await open({ query: '?type=catch.*' });
    await eventually(() => expect(stream.lastEventId).not.toBe(''));
    stream.close();
    const missed = catchLogged(account.accountId);
    await app.publish(missed);
    await stored(missed.id);
    const again = await open({ query: '?type=catch.*', lastEventId: stream.lastEventId });
    await again.got(missed.id);
    expect(again.ids).toEqual([missed.id]);
  });

  it('tells the types that are asked for, as they are asked for', async () => {
    const stream = await open({ query: '?type=catch.created&fields=type' });
    const [logged, edited, last] = [
      catchLogged(account.accountId),
      catchEdited(account.accountId),
      catchLogged(account.accountId),
    ];
    await app.publish(logged, edited, last);
    await stream.got(logged.id, last.id);
    expect(stream.ids.sort()).toEqual([logged.id, last.id].sort());
    expect(stream.told[0]?.data).toBe('{"type":"catch.created"}');
  });
});

describe('a stream after an event', () => {
  it('has each event once that a page before it does not have, while events are written', async () => {
    const events = Array.from({ length: 300 }, () => catchLogged(account.accountId));
    const [first, ...others] = events;
    if (!first) throw new Error('there are events');
    await app.publish(first);
    await stored(first.id);
    const writing = (async () => {
      for (let at = 0; at < others.length; at += 15) {
        const [one, ...more] = others.slice(at, at + 15);
        if (one) await app.publishTogether(one, ...more);
      }
    })();
    const runs: { page: string[]; stream: StreamReader }[] = [];
    for (const copy of [...app.copies, ...app.copies]) {
      const page = await feed();
      runs.push({ page, stream: await open({ query: '?type=catch.*', lastEventId: page[0] ?? '' }, copy) });
    }
    await writing;
    for (const { page, stream } of runs) {
      await stream.got(...events.map(({ id }) => id).filter((id) => !page.includes(id)));
      expect(stream.ids.filter((id) => page.includes(id))).toEqual([]);
      expect(new Set(stream.ids).size).toBe(stream.ids.length);
    }
  });

  it.each([
    ['unknown', () => newId('event')],
    ['no id', () => 'x'],
  ])('is a 410 for one that is %s', async (_what, id) => {
    const { response } = await open({ lastEventId: id() });
    expect(response.status).toBe(410);
    expect(await response.json()).toMatchObject({ code: 'event.gone' });
  });

  it('is a 410 for another account’s and for one older than 30 days', async () => {
    const event = catchLogged(account.accountId);
    await app.publish(event);
    await stored(event.id);
    expect((await open({ lastEventId: event.id, caller: someAccount() })).response.status).toBe(410);
    expect((await open({ lastEventId: event.id })).response.status).toBe(200);
    const clock = app.service.app.get(Clock);
    const now = jest.spyOn(clock, 'now').mockReturnValue(new Date(Date.now() + 31 * 86_400_000));
    expect((await open({ lastEventId: event.id })).response.status).toBe(410);
    now.mockRestore();
  });
});

describe('a client that does not read', () => {
  it('holds up nobody, and gets all of it in order when it reads again', async () => {
    const first = catchLogged(account.accountId);
    await app.publish(first);
    await stored(first.id);
    const url = new URL(app.service.url);
    const headers = Object.entries({
      ...identityHeaders('webhook', account),
      host: url.host,
      'last-event-id': first.id,
    });
    const socket = connect(Number(url.port), url.hostname);
    socket.pause();
    const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`GET /v1/events/stream?type=catch.* HTTP/1.1\r\n${lines.join('')}\r\n`);
    const reader = await open({ query: '?type=catch.*' });
    const events = Array.from({ length: 600 }, () => catchLogged(account.accountId, { notes: 'x'.repeat(4_900) }));
    for (let at = 0; at < events.length; at += 250) {
      const [one, ...others] = events.slice(at, at + 250);
      if (one) await app.publishTogether(one, ...others);
    }
    await reader.got(...events.map(({ id }) => id));
    let text = '';
    socket.on('data', (piece) => (text += piece.toString()));
    socket.resume();
    const ids = () => [...text.matchAll(/^id: (evt_\w+)$/gm)].map(([, id]) => id);
    await eventually(() => expect(ids()).toHaveLength(600), { timeoutMs: 30_000 });
    expect(ids()).toEqual(reader.ids);
    socket.destroy();
  });
});

describe('the streams of an account', () => {
  it('are 10 at all copies together, and a closed one makes room', async () => {
    const streams = await Promise.all(Array.from({ length: 10 }, (_, at) => open({}, app.copies[at % 2])));
    expect(streams.map(({ response }) => response.status)).toEqual(Array(10).fill(200));
    expect((await open({}, app.copies[1])).response.status).toBe(429);
    const refused = await open();
    expect(refused.response.status).toBe(429);
    expect(refused.response.headers.get('retry-after')).toBe('5');
    expect(await refused.response.json()).toMatchObject({ code: 'limit.event_streams' });
    expect((await open({ caller: someAccount() })).response.status).toBe(200);
    streams[0]?.close();
    await eventually(async () => expect((await open()).response.status).toBe(200), { timeoutMs: 10_000 });
  });

  it('do not count any more once their copy has not told of them for a minute', async () => {
    await Promise.all(Array.from({ length: 10 }, () => open()));
    await app.pool.query('UPDATE event_streams SET expires_at = now() WHERE account_id = $1', [account.accountId]);
    expect((await open()).response.status).toBe(200);
    const { rowCount } = await app.pool.query('SELECT FROM event_streams WHERE account_id = $1', [account.accountId]);
    expect(rowCount).toBe(1);
  });

  it('end in good order when the service stops, and go on at another copy', async () => {
    const stopping = await app.addCopy();
    const stream = await open({ query: '?type=catch.*' }, stopping);
    const event = catchLogged(account.accountId);
    await app.publish(event);
    await stream.got(event.id);
    await stopping.stop();
    app.copies.splice(app.copies.indexOf(stopping), 1);
    await eventually(() => expect(stream.isOver).toBe(true));
    const next = catchLogged(account.accountId);
    await app.publish(next);
    const again = await open({ query: '?type=catch.*', lastEventId: stream.lastEventId });
    await again.got(next.id);
    expect(again.ids).toEqual([next.id]);
  });

  it('hear that the connection lives', async () => {
    const stream = await open();
    await eventually(() => {
      (app.service.app.get(EventStreams) as unknown as { beat(): void }).beat();
      expect(stream.comments).toBeGreaterThan(0);
    });
  });
});
