import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ReceiverSweeper } from '../src/site/receivers/receiver-sweeper.js';
import { problemOf, send } from './http.harness.js';
import { openPortal, type PortalPage } from './portal-session.harness.js';
import { type PeopleHarness, startPeople } from './sign-ins.harness.js';

const HOUR_MS = 3_600_000;
const ADDRESS_LIMIT = 200;

let here: PeopleHarness;
beforeAll(async () => void (here = await startPeople({ environment: { RATE_LIMIT_ADDRESS: `${ADDRESS_LIMIT}/60` } })));
afterAll(() => here.stop());

interface Receiver {
  readonly id: string;
  readonly url: string;
}

interface Received {
  readonly number: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
  readonly body_bytes: number;
  readonly is_cut: boolean;
}

const JSON_TYPE = { 'content-type': 'application/json' };

const read = async <T>(page: PortalPage, path: string): Promise<T> => JSON.parse((await page.call(path)).text) as T;

const make = async (page: PortalPage): Promise<Receiver> =>
  JSON.parse((await page.call('/portal/receivers', { method: 'POST' })).text) as Receiver;

const setAnswer = (page: PortalPage, { id }: Receiver, answer: object) =>
  page.call(`/portal/receivers/${id}`, { method: 'PATCH', body: JSON.stringify(answer), headers: JSON_TYPE });

let senders = 0;
/** All webhooks come from one address; a sender is at an address of its own otherwise. */
const post = (url: string, body: string, from = `203.0.113.${(senders += 1)}`) =>
  send(here.gateway.url, new URL(url).pathname, {
    method: 'POST',
    body,
    headers: { ...JSON_TYPE, 'x-forwarded-for': from, 'webhook-id': 'msg_1', authorization: 'Bearer something' },
  });

const numbers = async (page: PortalPage, { id }: Receiver): Promise<number[]> =>
  (await read<{ data: Received[] }>(page, `/portal/receivers/${id}/requests`)).data.map(({ number }) => number);

describe('a receiver', () => {
  it('keeps what it gets, as it came, for the account that made it', async () => {
    const [page, stranger] = [await openPortal(here), await openPortal(here)];
    const receiver = await make(page);
    expect(receiver.url).toMatch(/^https:\/\/api\.example\.com\/receivers\/rcv_/);
    const answer = await post(receiver.url, '{"type": "ping" }');
    expect([answer.status, JSON.parse(answer.text)]).toEqual([200, { received: true, answered: 200 }]);
    const kept = await read<Received>(page, `/portal/receivers/${receiver.id}/requests/1`);
    expect(kept).toMatchObject({ number: 1, body: '{"type": "ping" }', body_bytes: 17, is_cut: false });
    expect(kept.headers).toContainEqual(['webhook-id', 'msg_1']);
    expect(kept.headers).toContainEqual(['authorization', '(hidden)']);
    expect(kept.headers.map(([name]) => name)).not.toContain('x-forwarded-for');
    for (const path of [receiver.id, `${receiver.id}/requests`, `${receiver.id}/requests/1`])
      expect(problemOf(await stranger.call(`/portal/receivers/${path}`)).code).toBe('receiver.not_found');
    expect(await read(stranger, '/portal/receivers')).toEqual({ data: [] });
  });

  it('answers as it is told, late too', async () => {
    const page = await openPortal(here);
    const receiver = await make(page);
    expect((await setAnswer(page, receiver, { status: 500, delay_seconds: 0 })).status).toBe(200);
    expect((await post(receiver.url, '{}')).status).toBe(500);
    await setAnswer(page, receiver, { status: 410, delay_seconds: 1 });
    expect((await post(receiver.url, '{}')).status).toBe(410);
    const { data } = await read<{ data: { answered: object }[] }>(page, `/portal/receivers/${receiver.id}/requests`);
    expect(data.map(({ answered }) => answered)).toEqual([
      { status: 410, delay_seconds: 1 },
      { status: 500, delay_seconds: 0 },
    ]);
    expect(problemOf(await setAnswer(page, receiver, { status: 404, delay_seconds: 11 })).errors).toHaveLength(2);
  });

  it('keeps the first 64 KiB of a body and refuses one over a mebibyte', async () => {
    const page = await openPortal(here);
    const receiver = await make(page);
    expect((await post(receiver.url, 'x'.repeat(70_000))).status).toBe(200);
    const kept = await read<Received>(page, `/portal/receivers/${receiver.id}/requests/1`);
    expect([kept.body.length, kept.body_bytes, kept.is_cut]).toEqual([65_536, 70_000, true]);
    expect(problemOf(await post(receiver.url, 'x'.repeat(1_048_577))).code).toBe('request.too_large');
    expect(await numbers(page, receiver)).toEqual([1]);
  });

  it('keeps its last 50 requests', async () => {
    const page = await openPortal(here);
    const receiver = await make(page);
    for (let count = 0; count < 53; count += 1) await post(receiver.url, '{}');
    const kept = await numbers(page, receiver);
    expect([kept.length, kept[0], kept.at(-1)]).toEqual([50, 53, 4]);
  });

  it('takes POST alone, and says where to look', async () => {
    const { url } = await make(await openPortal(here));
    const answer = await send(here.gateway.url, new URL(url).pathname, { headers: { accept: 'text/html' } });
    expect([answer.status, answer.headers['allow']]).toEqual([405, 'POST, OPTIONS']);
    expect(problemOf(answer).detail).toContain('portal');
  });

  it('is found by the address alone that was handed out', async () => {
    const { url, id } = await make(await openPortal(here));
    for (const path of [`${url}x`, url.slice(0, -1), `https://api.example.com/receivers/${id}`])
      expect(problemOf(await post(path, '{}')).code).toBe('receiver.not_found');
  });

  it('lives for a day, and then goes with all that it got', async () => {
    const page = await openPortal(here);
    const receiver = await make(page);
    await post(receiver.url, '{}');
    here.clock.advance(25 * HOUR_MS);
    expect(problemOf(await post(receiver.url, '{}')).code).toBe('receiver.not_found');
    expect(await read(page, '/portal/receivers')).toEqual({ data: [] });
    await here.gateway.service.app.get(ReceiverSweeper).sweep();
    const { rows } = await here.gateway.pool.query('SELECT number FROM received_requests WHERE receiver_id = $1', [
      receiver.id,
    ]);
    expect(rows).toEqual([]);
  });

  it('goes with the account', async () => {
    const page = await openPortal(here);
    const receiver = await make(page);
    await post(receiver.url, '{}');
    expect((await page.call('/portal/account', { method: 'DELETE' })).status).toBe(204);
    expect(problemOf(await post(receiver.url, '{}')).code).toBe('receiver.not_found');
    expect(await here.prisma.receivedRequest.count({ where: { receiverId: receiver.id } })).toBe(0);
  });
});

describe('the receivers of an account', () => {
  it('are three at most, however many are asked for at once', async () => {
    const page = await openPortal(here);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => page.call('/portal/receivers', { method: 'POST' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409, 409]);
    const { data } = await read<{ data: Receiver[] }>(page, '/portal/receivers');
    expect(data).toHaveLength(3);
    expect((await page.call(`/portal/receivers/${data[0]?.id}`, { method: 'DELETE' })).status).toBe(204);
    expect((await page.call('/portal/receivers', { method: 'POST' })).status).toBe(201);
  });

  it('get one more for each key, whose repetition gets the first answer', async () => {
    const page = await openPortal(here);
    const makeWith = (key: string) =>
      page.call('/portal/receivers', { method: 'POST', headers: { 'idempotency-key': key } });
    const first = await makeWith('once');
    const second = await makeWith('once');
    expect([first.status, second.status]).toEqual([201, 201]);
    expect([first, second].map(({ headers }) => headers['idempotency-replayed'])).toEqual([undefined, 'true']);
    expect(JSON.parse(second.text)).toEqual(JSON.parse(first.text));
    await makeWith('again');
    expect((await read<{ data: Receiver[] }>(page, '/portal/receivers')).data).toHaveLength(2);
    const { rows } = await here.gateway.pool.query<{ answer: unknown }>(
      'SELECT answer FROM idempotency_keys WHERE account_id = $1',
      [page.person.accountId],
    );
    expect(JSON.stringify(rows)).not.toContain('/receivers/');
  });

  it('leave the key free when there are too many', async () => {
    const page = await openPortal(here);
    const made = [await make(page), await make(page), await make(page)];
    const makeOne = () => page.call('/portal/receivers', { method: 'POST', headers: { 'idempotency-key': 'fourth' } });
    expect((await makeOne()).status).toBe(409);
    await page.call(`/portal/receivers/${made[0]?.id}`, { method: 'DELETE' });
    expect((await makeOne()).status).toBe(201);
  });

  it('need the scopes of webhooks', async () => {
    const reader = await openPortal(here, { scopes: ['webhooks:read'] });
    expect((await reader.call('/portal/receivers')).status).toBe(200);
    expect(problemOf(await reader.call('/portal/receivers', { method: 'POST' })).code).toBe('auth.scope');
    const other = await openPortal(here, { scopes: ['catches:read'] });
    expect(problemOf(await other.call('/portal/receivers')).code).toBe('auth.scope');
  });

  it.each([
    ['GET', '/portal/receivers'],
    ['POST', '/portal/receivers'],
    ['PATCH', '/portal/receivers/rcv_1'],
    ['DELETE', '/portal/receivers/rcv_1'],
    ['GET', '/portal/receivers/rcv_1/requests'],
    ['GET', '/portal/receivers/rcv_1/requests/1'],
  ])('are for pages of the portal alone: %s %s', async (method, path) => {
    const page = await openPortal(here);
    const answer = await page.call(path, { method, headers: { 'x-csrf-token': undefined } });
    expect(problemOf(answer).code).toBe('auth.csrf');
  });
});

describe('a flood', () => {
  /** Where all webhooks of the installation come from. */
  const SENDER = '198.51.100.1';

  it('of one receiver leaves others, and pages, of the same address alone', async () => {
    const [flooded, bystander] = [await make(await openPortal(here)), await make(await openPortal(here))];
    const answers = await Promise.all(Array.from({ length: 160 }, () => post(flooded.url, '{}', SENDER)));
    const statuses = new Set(answers.map(({ status }) => status));
    expect(statuses).toEqual(new Set([200, 429]));
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(120);
    expect(answers.find(({ status }) => status === 429)?.headers['retry-after']).toMatch(/^\d+$/);
    expect((await post(bystander.url, '{}', SENDER)).status).toBe(200);
    const page = await send(here.gateway.url, '/signin', { headers: { 'x-forwarded-for': SENDER } });
    expect(page.status).toBe(200);
  });

  it('of invented addresses is stopped, and real ones go on taking requests from there', async () => {
    const { url } = await make(await openPortal(here));
    const invented = Array.from({ length: ADDRESS_LIMIT + 10 }, () => post(`${url}x`, '{}', SENDER));
    const codes = (await Promise.all(invented)).map((answer) => problemOf(answer).code);
    expect(new Set(codes)).toEqual(new Set(['receiver.not_found', 'rate_limit.exceeded']));
    expect((await post(url, '{}', SENDER)).status).toBe(200);
  });

  it('of requests that wait for a slow answer holds ten places, and no more of others', async () => {
    const page = await openPortal(here);
    const [slow, quick] = [await make(page), await make(page)];
    await setAnswer(page, slow, { status: 200, delay_seconds: 2 });
    const flood = Promise.all(Array.from({ length: 30 }, () => post(slow.url, '{}', SENDER)));
    await delay(0);
    expect((await post(quick.url, '{}', SENDER)).status).toBe(200);
    const codes = (await flood).filter(({ status }) => status === 429).map((answer) => problemOf(answer).code);
    expect(new Set(codes)).toEqual(new Set(['limit.in_flight']));
  });
});
