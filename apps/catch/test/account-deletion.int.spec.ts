import { request as httpRequest } from 'node:http';
import { deadLetterTopic, TOPICS } from '@cds/contracts';
import { type CloudEvent, createKafka, EventPublisher } from '@cds/kafka';
import type { Caller } from '@cds/identity';
import { identityHeaders, testCaller } from '@cds/testing/identity';
import { newId } from '@cds/service-kit';
import { createTopics, eventually, testKafka } from '@cds/testing';
import { CatchHarness, owner } from './catch.harness.js';
import { Outside } from './outside.js';

const DEAD_LETTERS = deadLetterTopic(TOPICS.identityEvents, 'catch');

let catches: CatchHarness;
let publisher: EventPublisher;
let deadLetters: Outside;
beforeAll(async () => {
  const { brokers } = testKafka();
  await createTopics(
    brokers,
    [TOPICS.identityEvents, TOPICS.speciesCatalog, DEAD_LETTERS].map((topic) => ({ topic, partitions: 3 })),
  );
  catches = await CatchHarness.start({ hears: true });
  deadLetters = await Outside.listen(DEAD_LETTERS);
  publisher = new EventPublisher(createKafka({ brokers, clientId: 'tests' }));
  await publisher.connect();
});
afterAll(async () => {
  await publisher.close();
  await deadLetters.stop();
  await catches.stop();
});

const deleted = (accountId: string): CloudEvent => ({
  id: newId('event'),
  type: 'AccountDeletedV1',
  source: '/gateway',
  subject: accountId,
  time: new Date(),
  accountId,
  traceparent: null,
  data: { id: accountId, deleted_at: '2026-11-21T10:00:00.000Z', version: 1 },
});
const publish = (...events: CloudEvent[]) => publisher.publish(TOPICS.identityEvents, events);
const someAccount = (): Caller =>
  testCaller({ accountId: newId('account'), accountName: 'Zelda Secret', scopes: owner.scopes });
const angler = async (caller: Caller) =>
  (await catches.call<{ id: string }>('POST', '/v1/anglers', { name: 'Zelda Secret' }, caller)).body.id;
const log = async (caller: Caller, body: object = {}) =>
  (
    await catches.call<{ id: string; angler: { id: string } }>(
      'POST',
      '/v1/catches',
      { species: 'largemouth bass', weight_lbs: 3, notes: 'secret', ...body },
      caller,
    )
  ).body;
const statusOf = async (id: string) => (await catches.call('GET', `/v1/anglers/${id}`)).status;
const untilErased = (...ids: string[]) =>
  eventually(async () => expect(await Promise.all(ids.map(statusOf))).toEqual(ids.map(() => 410)), {
    timeoutMs: 15_000,
  });

describe('a deleted account', () => {
  it('has all of its anglers erased, its own too; the bare figures stay, and others are left alone', async () => {
    const [gone, other] = [someAccount(), someAccount()];
    const [one, two, kept] = [await angler(gone), await angler(gone), await angler(other)];
    const [own, named] = [await log(gone), await log(gone, { angler_id: one })];
    await publish(deleted(gone.accountId));
    await untilErased(one, two, own.angler.id);
    for (const { id } of [own, named]) {
      await eventually(async () =>
        expect((await catches.call('GET', `/v1/catches/${id}`)).body).toMatchObject({
          weight_lbs: 3,
          notes: null,
          angler: { name: 'erased angler' },
        }),
      );
    }
    expect(await statusOf(kept)).toBe(200);
    const { rows } = await catches.pool.query(
      "SELECT metadata->'actor' AS actor FROM events WHERE type = 'AnglerErased' AND stream_id = $1",
      [one],
    );
    expect(rows).toEqual([{ actor: null }]);
  });

  it('has its imports ended', async () => {
    const gone = someAccount();
    await catches.pool.query(
      `INSERT INTO imports (id, account_id, account_name, credential_id, request_id, status, format, size_bytes,
        position, lines, accepted, duplicates, rejected, attempts, leased_until, turn_at, has_file, created_at)
       VALUES ($1, $2, 'x', 'key_1', 'r', 'queued', 'ndjson', 1, 0, 0, 0, 0, 0, 0, now() + interval '1 hour', now(),
       false, now())`,
      [newId('import'), gone.accountId],
    );
    await publish(deleted(gone.accountId));
    const states = async () =>
      (await catches.pool.query('SELECT status, error FROM imports WHERE account_id = $1', [gone.accountId])).rows;
    await eventually(
      async () => expect(await states()).toEqual([{ status: 'failed', error: 'The account was deleted.' }]),
      { timeoutMs: 15_000 },
    );
  });

  it('has the import ended whose file was still coming in when all else was erased', async () => {
    const gone = someAccount();
    const upload = httpRequest(`${catches.url}/v1/catches/import`, {
      method: 'POST',
      headers: { ...identityHeaders('catch', gone), 'content-type': 'application/x-ndjson' },
      agent: false,
    });
    const answered = new Promise((resolve, reject) => {
      upload.once('response', (response) => resolve(response.resume().statusCode)).once('error', reject);
    });
    upload.write('{"species":"walleye","weight_lbs":1}\n');
    await eventually(async () =>
      expect(await catches.count(`imports WHERE status = 'uploading' AND account_id = '${gone.accountId}'`)).toBe(1),
    );
    await catches.pool.query(
      "INSERT INTO account_erasures (account_id, requested_at) VALUES ($1, now() - interval '10 minutes')",
      [gone.accountId],
    );
    upload.end('{"species":"walleye","weight_lbs":2}\n');
    expect(await answered).toBe(202);
    const { rows } = await catches.pool.query(
      `SELECT status, error, accepted, (SELECT count(*)::int FROM anglers WHERE account_id = $1) AS anglers
       FROM imports WHERE account_id = $1`,
      [gone.accountId],
    );
    expect(rows).toEqual([{ status: 'failed', error: 'The account was deleted.', accepted: 0, anglers: 0 }]);
    const { rows: files } = await catches.pool.query(
      "SELECT last_imported_at = 'epoch' AS forgotten FROM import_files WHERE account_id = $1",
      [gone.accountId],
    );
    expect(files).toEqual([{ forgotten: true }]);
  });

  it('is gone through once more a minute later, for what requests in flight wrote, and then no more', async () => {
    const gone = someAccount();
    const event = deleted(gone.accountId);
    await publish(event);
    const due = async () =>
      (
        await catches.pool.query<{ again: boolean | null }>(
          "SELECT due_at > now() + interval '31 s' AS again FROM account_erasures WHERE account_id = $1",
          [gone.accountId],
        )
      ).rows;
    await eventually(async () => expect(await due()).toEqual([{ again: true }]), { timeoutMs: 15_000 });
    const late = await angler(gone);
    await catches.pool.query(
      "UPDATE account_erasures SET requested_at = now() - interval '2 min', due_at = now() WHERE account_id = $1",
      [gone.accountId],
    );
    await untilErased(late);
    await eventually(async () => expect(await due()).toEqual([{ again: null }]), { timeoutMs: 15_000 });
    const marker = someAccount();
    await publish(event, deleted(gone.accountId), deleted(marker.accountId));
    await eventually(
      async () =>
        expect(
          (await catches.pool.query('SELECT FROM account_erasures WHERE account_id = $1', [marker.accountId])).rowCount,
        ).toBe(1),
      { timeoutMs: 15_000 },
    );
    expect(await due()).toEqual([{ again: null }]);
  });

  it('in a malformed event goes to the dead letters, and the next one is handled', async () => {
    const gone = someAccount();
    const one = await angler(gone);
    const broken = { ...deleted(gone.accountId), data: { id: 7 } };
    await publish(broken, deleted(gone.accountId));
    await untilErased(one);
    await eventually(() => expect(deadLetters.seen.map(({ headers }) => headers['ce_id'])).toContain(broken.id), {
      timeoutMs: 15_000,
    });
  });
});
