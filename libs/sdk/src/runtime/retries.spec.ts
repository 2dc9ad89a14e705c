import { jest } from '@jest/globals';
import { failureOf, json, problem, scripted } from '../../test/scripted.js';

const LOST = new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') });
const CATCH = { id: 'catch_1', weight_lbs: 4 };
const BODY = { species: 'walleye', weight_lbs: 4 };

beforeEach(() => {
  // The pauses are random: none of them takes time.
  jest.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  jest.restoreAllMocks();
});

describe('a POST whose answers were lost', () => {
  it('is sent again under the same key, one for each call', async () => {
    const { client, sent } = scripted(LOST, problem(503, 'service.unavailable'), json(201, CATCH), json(201, CATCH));
    const cds = client();
    expect(await cds.catches.create(BODY)).toEqual(CATCH);
    await cds.catches.create(BODY);
    const keys = sent.map(({ headers }) => headers.get('idempotency-key'));
    expect(new Set(keys.slice(0, 3)).size).toBe(1);
    expect(keys[0]).toMatch(/^[\da-f]{32}$/);
    expect(keys[3]).not.toBe(keys[0]);
  });

  it('has the caller’s key where there is one', async () => {
    const { client, sent } = scripted(json(201, CATCH));
    await client().catches.create(BODY, { idempotencyKey: 'mine' });
    expect(sent[0]?.headers.get('idempotency-key')).toBe('mine');
  });

  it('fails with the last reason when the tries are used up', async () => {
    const { client, sent } = scripted(LOST, LOST, LOST, LOST);
    expect(await failureOf(client().catches.create(BODY))).toMatchObject({
      code: 'sdk.connection',
      retryable: true,
      message: expect.stringContaining('ECONNREFUSED') as string,
    });
    expect(sent).toHaveLength(3);
    await failureOf(client().catches.create(BODY, { maxRetries: 0 }));
    expect(sent).toHaveLength(4);
  });
});

describe('a refusal', () => {
  it.each([
    [429, 'limit.exceeded', 2],
    [500, 'internal.error', 2],
    [502, 'gateway.unreachable', 2],
    [409, 'idempotency.in_progress', 2],
    [409, 'idempotency.key_reused', 1],
    [409, 'catch.external_id_taken', 1],
    [422, 'species.ambiguous', 1],
    [400, 'request.invalid', 1],
  ])('of a POST with %i %s is met with %i tries', async (status, code, tries) => {
    const { client, sent } = scripted(problem(status, code), json(201, CATCH));
    await Promise.allSettled([client().catches.create(BODY)]);
    expect(sent).toHaveLength(tries);
  });

  it('of a change with 500 is final: nobody knows what was done', async () => {
    const { client, sent } = scripted(problem(500, 'internal.error'), json(200, CATCH));
    expect(await failureOf(client().catches.update('catch_1', { bait: 'worm' }))).toMatchObject({ status: 500 });
    expect(sent).toHaveLength(1);
  });

  it('that asks for more than a minute is thrown at once, with the time', async () => {
    const { client, sent } = scripted(problem(429, 'limit.exceeded', { 'retry-after': '61' }));
    expect(await failureOf(client().me.get())).toMatchObject({ status: 429, retryAfterMs: 61_000, retryable: true });
    expect(sent).toHaveLength(1);
  });

  it('that asks to wait beyond the deadline is thrown at once', async () => {
    const { client, sent } = scripted(problem(503, 'service.unavailable', { 'retry-after': '30' }));
    expect(await failureOf(client({ deadlineMs: 10_000 }).me.get())).toMatchObject({ status: 503 });
    expect(sent).toHaveLength(1);
  });
});

describe('a change after a lost answer', () => {
  it('is done when what was to be deleted is gone', async () => {
    const { client, sent } = scripted(LOST, problem(410, 'catch.deleted'));
    expect(await client().catches.delete('catch_1')).toBeUndefined();
    expect(sent).toHaveLength(2);
  });

  it('fails when it was gone before', async () => {
    const { client } = scripted(problem(410, 'catch.deleted'));
    expect(await failureOf(client().catches.delete('catch_1'))).toMatchObject({ code: 'catch.deleted' });
  });

  it('says of a stale tag that it may be its own work', async () => {
    const stale = (): Response => problem(412, 'request.precondition_failed');
    const { client } = scripted(LOST, stale(), stale());
    const change = () => client().catches.update('catch_1', { bait: 'worm' }, { ifMatch: '"1"' });
    expect(await failureOf(change())).toMatchObject({ status: 412, mayHaveSucceeded: true });
    const { client: other } = scripted(stale());
    const first = other().catches.update('catch_1', {}, { ifMatch: '"1"' });
    expect(await failureOf(first)).toMatchObject({ status: 412, mayHaveSucceeded: false });
  });
});

describe('a body', () => {
  const file = (): ReadableStream<Uint8Array> => new Blob(['{}\n']).stream();

  it('that is a stream is sent once', async () => {
    const { client, sent } = scripted(problem(503, 'service.unavailable'));
    expect(await failureOf(client().catches.import(file()))).toMatchObject({ status: 503 });
    expect(sent).toHaveLength(1);
  });

  it('that a function makes is made anew for each try', async () => {
    const { client, sent } = scripted(problem(503, 'service.unavailable'), json(202, { id: 'imp_1' }));
    await client().catches.import(file);
    expect(sent).toHaveLength(2);
    expect(sent[0]?.body).not.toBe(sent[1]?.body);
  });
});
