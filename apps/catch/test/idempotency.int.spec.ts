import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { eventually } from '@cds/testing';
import { CatchHarness, owner, reviewer } from './catch.harness.js';

const BASS = { species: 'largemouth bass', weight_lbs: 8.4 };

let catches: CatchHarness;
beforeAll(async () => {
  catches = await CatchHarness.start();
});
afterAll(() => catches.stop());

const post = (key: string, body: unknown = BASS, path = '/v1/catches', caller = owner) =>
  catches.call('POST', path, body, caller, { 'idempotency-key': key });
const counted = async () => Promise.all([catches.count('events'), catches.count('catches')]);
const age = (key: string, set: string) =>
  catches.pool.query(`UPDATE idempotency_keys SET ${set} WHERE key = $1`, [key]);

describe('a POST that is repeated under its key', () => {
  it('is answered as the first time, and writes nothing', async () => {
    const first = await post('again', { ...BASS, metadata: { zebra: '1', a: '2' } });
    expect(first.status).toBe(201);
    expect(first.headers.has('idempotency-replayed')).toBe(false);
    const before = await counted();
    const again = await post('again', { ...BASS, metadata: { zebra: '1', a: '2' } });
    expect({ status: again.status, body: JSON.stringify(again.body) }).toEqual({
      status: 201,
      body: JSON.stringify(first.body),
    });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    for (const name of ['location', 'etag', 'content-type'])
      expect([name, again.headers.get(name)]).toEqual([name, first.headers.get(name)]);
    expect(await counted()).toEqual(before);
  });

  it('is answered as the first time although the catch has changed since', async () => {
    const first = await post('changed');
    await catches.call('DELETE', `/v1/catches/${String(first.body['id'])}`);
    expect(await post('changed')).toMatchObject({ status: 201, body: first.body });
  });

  it('is the same request with its members in another order, at every depth', async () => {
    const first = await post('sorted', { ...BASS, metadata: { a: '1', b: '2' } });
    const again = await post('sorted', { metadata: { b: '2', a: '1' }, weight_lbs: 8.4, species: 'largemouth bass' });
    expect(again).toMatchObject({ status: 201, body: { id: first.body['id'] } });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect((await post('sorted', { ...BASS, metadata: { a: '2', b: '1' } })).status).toBe(422);
  });

  it('is a 422 with another body or path', async () => {
    const { body } = await post('other');
    for (const again of [
      await post('other', { ...BASS, weight_lbs: 8.5 }),
      await post('other', BASS, `/v1/catches/${String(body['id'])}/verifications`),
    ]) {
      expect(again).toMatchObject({
        status: 422,
        body: {
          code: 'idempotency.key_reused',
          detail: '`Idempotency-Key` was used for another method, path or body in the last 24 hours.',
          errors: [{ parameter: 'Idempotency-Key' }],
        },
      });
    }
  });

  it('is another account’s own', async () => {
    const [mine, theirs] = [await post('shared'), await post('shared', BASS, '/v1/catches', reviewer)];
    expect(theirs.status).toBe(201);
    expect(theirs.body['id']).not.toBe(mine.body['id']);
  });

  it('is carried out when the first one failed', async () => {
    expect(await post('failed', { ...BASS, species: 'unicorn' })).toMatchObject({
      status: 422,
      body: { code: 'species.unknown' },
    });
    expect((await post('failed')).status).toBe(201);
  });

  it('is carried out anew after 24 hours, and not before', async () => {
    const first = await post('old');
    await age('old', "expires_at = now() + interval '1 minute'");
    expect((await post('old')).body['id']).toBe(first.body['id']);
    await age('old', "expires_at = now() - interval '1 second'");
    const anew = await post('old', { ...BASS, weight_lbs: 3 });
    expect(anew).toMatchObject({ status: 201, body: { weight_lbs: 3 } });
    expect(anew.headers.has('idempotency-replayed')).toBe(false);
  });

  it('makes one catch of 50 at the same moment', async () => {
    const before = await catches.count('catches');
    const answers = await Promise.all(Array.from({ length: 50 }, () => post('fifty')));
    expect(await catches.count('catches')).toBe(before + 1);
    const ids = answers.filter(({ status }) => status === 201).map(({ body }) => body['id']);
    expect(new Set(ids).size).toBe(1);
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expect(answer).toMatchObject({ status: 409, body: { code: 'idempotency.in_progress' } });
      expect(answer.headers.get('retry-after')).toBe('1');
    }
    expect(await post('fifty')).toMatchObject({ status: 201, body: { id: ids[0] } });
  });
});

describe('a verification’s POST', () => {
  it('is replayed: request, approval, rejection and revocation', async () => {
    const id = await catches.logged();
    const witness = { tier: 'witnessed', evidence: { witness: { name: 'Ann Witness' } } };
    const twice = async (key: string, path: string, body: unknown, caller = reviewer) => {
      const [first, again] = [await post(key, body, path, caller), await post(key, body, path, caller)];
      expect(first.status).toBeLessThan(300);
      expect({ status: again.status, body: again.body }).toEqual({ status: first.status, body: first.body });
      expect(again.headers.get('idempotency-replayed')).toBe('true');
      expect(again.headers.get('location')).toBe(first.headers.get('location'));
      return String(first.body['id']);
    };
    const rejected = await twice('ask-1', `/v1/catches/${id}/verifications`, witness, owner);
    await twice('reject', `/v1/verifications/${rejected}/reject`, { reason: 'blurred' });
    const approved = await twice('ask-2', `/v1/catches/${id}/verifications`, witness, owner);
    await twice('approve', `/v1/verifications/${approved}/approve`, {});
    await twice('revoke', `/v1/verifications/${approved}/revoke`, { reason: 'mistaken' });
    expect(await catches.call('GET', `/v1/catches/${id}`)).toMatchObject({
      body: { version: 6, verification_tier: 'unverified' },
    });
  });
});

describe('an export’s POST', () => {
  it('is replayed, and a 422 with another filter', async () => {
    const body = { format: 'csv', filter: { species: 'walleye' } };
    const first = await post('export', body, '/v1/catches/export');
    expect(first.status).toBe(202);
    const again = await post('export', body, '/v1/catches/export');
    expect([
      again.status,
      again.body,
      again.headers.get('idempotency-replayed'),
      again.headers.get('location'),
    ]).toEqual([202, first.body, 'true', first.headers.get('location')]);
    expect(await catches.count('exports')).toBe(1);
    expect(await post('export', { format: 'csv' }, '/v1/catches/export')).toMatchObject({
      status: 422,
      body: { code: 'idempotency.key_reused' },
    });
  });
});

describe('an import’s POST', () => {
  const ROW = '{"species":"walleye","weight_lbs":1}\n';
  const CSV = 'species,weight_lbs\nwalleye,1\n';
  const send = (key: string, file: string | Buffer = ROW, headers: Readonly<Record<string, string>> = {}) =>
    catches.imported(file, { 'idempotency-key': key, ...headers });
  const files = async () => (await readdir(join(catches.storage, 'imports')).catch(() => [])).length;

  it('is replayed for the same file, packed or not, and stores it once', async () => {
    const first = await send('import');
    expect([first.status, first.headers.get('idempotency-replayed')]).toEqual([202, null]);
    await catches.ended(`/v1/imports/${first.body.id}`);
    const before = [...(await counted()), await catches.count('imports')];
    for (const again of [await send('import'), await send('import', gzipSync(ROW), { 'content-encoding': 'gzip' })]) {
      expect([
        again.status,
        again.body,
        again.headers.get('idempotency-replayed'),
        again.headers.get('location'),
      ]).toEqual([202, first.body, 'true', `/v1/imports/${first.body.id}`]);
    }
    expect([...(await counted()), await catches.count('imports')]).toEqual(before);
    await eventually(async () => expect(await files()).toBe(0), { timeoutMs: 10_000 });
  });

  it('is a 422 for another file or format, of which nothing stays', async () => {
    await send('import-other');
    const before = await catches.count('imports');
    for (const again of [
      await send('import-other', ROW + ROW),
      await send('import-other', CSV, { 'content-type': 'text/csv' }),
      await send('import-other', ROW, { 'content-type': 'text/csv' }),
    ]) {
      expect(again).toMatchObject({ status: 422, body: { code: 'idempotency.key_reused' } });
    }
    expect(await catches.count('imports')).toBe(before);
    await eventually(async () => expect(await files()).toBe(0), { timeoutMs: 10_000 });
  });

  it('is a 409 while the first one has no answer, and carried out where that one failed', async () => {
    await send('import-runs');
    await age('import-runs', "answer = NULL, leased_until = now() + interval '30 seconds'");
    expect(await send('import-runs')).toMatchObject({ status: 409, body: { code: 'idempotency.in_progress' } });
    await age('import-runs', 'leased_until = now()');
    expect((await send('import-runs')).status).toBe(202);
    expect((await send('import-broken', 'no gzip', { 'content-encoding': 'gzip' })).status).toBe(400);
    expect((await send('import-broken')).status).toBe(202);
  });

  it('makes one import of ten at the same moment', async () => {
    const before = await catches.count('imports');
    const answers = await Promise.all(Array.from({ length: 10 }, () => send('import-ten')));
    for (const { status } of answers) expect([202, 409]).toContain(status);
    expect(new Set(answers.filter(({ status }) => status === 202).map(({ body }) => body.id)).size).toBe(1);
    expect(await catches.count('imports')).toBe(before + 1);
  });

  it.each([[''], ['k'.repeat(256)]])('is a 400 under the key %j', async (key) => {
    expect(await send(key)).toMatchObject({ status: 400, body: { code: 'request.invalid' } });
  });
});

describe('the key', () => {
  it.each([[1], [255]])('may have %i characters', async (length) => {
    expect((await post('k'.repeat(length))).status).toBe(201);
  });

  it.each([[''], ['k'.repeat(256)]])('%j is refused', async (key) => {
    expect(await post(key)).toMatchObject({
      status: 400,
      body: { code: 'request.invalid', errors: [{ parameter: 'Idempotency-Key' }] },
    });
  });

  it('means nothing to a PATCH', async () => {
    const id = await catches.logged();
    for (const weight of [1, 2]) {
      expect(
        await catches.call('PATCH', `/v1/catches/${id}`, { weight_lbs: weight }, owner, { 'idempotency-key': 'patch' }),
      ).toMatchObject({ status: 200, body: { weight_lbs: weight } });
    }
  });
});

describe('a process that dies', () => {
  /** What a process leaves that reserved the key for this very request and died before its write. */
  const died = async (key: string) => {
    await post(key);
    await catches.pool.query(
      "DELETE FROM catches WHERE id = (SELECT answer->'body'->>'id' FROM idempotency_keys WHERE key = $1)",
      [key],
    );
    await age(key, "answer = NULL, subject_id = NULL, token = 'dead', leased_until = now() + interval '30 seconds'");
  };

  it('before the write keeps the key until its lease is over', async () => {
    await died('dead-before');
    expect(await post('dead-before')).toMatchObject({ status: 409, body: { code: 'idempotency.in_progress' } });
    await age('dead-before', 'leased_until = now()');
    const retried = await post('dead-before');
    expect(retried.status).toBe(201);
    expect((await post('dead-before')).body['id']).toBe(retried.body['id']);
  });

  it('after the write leaves its answer', async () => {
    const first = await post('dead-after');
    await catches.pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'catch'`,
    );
    await eventually(async () => expect(await post('dead-after')).toMatchObject({ status: 201, body: first.body }));
  });
});

describe('a connection that breaks during the write', () => {
  it('is a 503 that wrote nothing, and the repeat is carried out once', async () => {
    await catches.pool.query(`CREATE FUNCTION slow_down() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF NEW.key = 'broken' THEN PERFORM pg_sleep(30); END IF; RETURN NEW; END $$`);
    await catches.pool.query(
      'CREATE TRIGGER slow_down BEFORE UPDATE ON idempotency_keys FOR EACH ROW EXECUTE FUNCTION slow_down()',
    );
    const before = await counted();
    const running = post('broken');
    await eventually(async () => {
      const { rows } = await catches.pool.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event = 'PgSleep'`,
      );
      expect(rows).toHaveLength(1);
    });
    expect(await running).toMatchObject({ status: 503, body: { code: 'service.unavailable' } });
    await catches.pool.query('DROP TRIGGER slow_down ON idempotency_keys; DROP FUNCTION slow_down');
    expect(await counted()).toEqual(before);
    const retried = await post('broken');
    expect(retried.status).toBe(201);
    expect((await post('broken')).body).toEqual(retried.body);
    expect(await counted()).toEqual(before.map((count) => count + 1));
  });
});

describe('a request whose key is taken over meanwhile', () => {
  it('is a 409 that wrote nothing', async () => {
    await catches.pool.query(`CREATE FUNCTION take_over() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF NEW.key = 'taken' AND NEW.answer IS NULL THEN NEW.token := 'another'; END IF; RETURN NEW; END $$`);
    await catches.pool.query(
      'CREATE TRIGGER take_over BEFORE INSERT ON idempotency_keys FOR EACH ROW EXECUTE FUNCTION take_over()',
    );
    const before = await counted();
    const lost = await post('taken');
    await catches.pool.query('DROP TRIGGER take_over ON idempotency_keys; DROP FUNCTION take_over');
    expect(lost).toMatchObject({ status: 409, body: { code: 'idempotency.in_progress' } });
    expect(lost.headers.get('retry-after')).toBe('1');
    expect(await counted()).toEqual(before);
  });
});

describe('kept answers', () => {
  it('are deleted when they are 24 hours old, in batches', async () => {
    await post('kept');
    await catches.pool
      .query(`INSERT INTO idempotency_keys (account_id, key, fingerprint, token, leased_until, expires_at)
      SELECT 'acc', 'swept-' || n, 'fingerprint', 'token', now(), now() - interval '1 second' FROM
        generate_series(1, 1001) AS n`);
    expect(await catches.swept()).toBeGreaterThanOrEqual(1_001);
    const { rows } = await catches.pool.query<{ key: string }>(
      "SELECT key FROM idempotency_keys WHERE key LIKE 'swept-%' OR key = 'kept'",
    );
    expect(rows).toEqual([{ key: 'kept' }]);
  });

  it('tell whom they are about', async () => {
    const { body } = await post('about');
    const { rows } = await catches.pool.query('SELECT subject_id FROM idempotency_keys WHERE key = $1', ['about']);
    expect(rows).toEqual([{ subject_id: (body['angler'] as { id: string }).id }]);
  });
});
