import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { TOPICS } from '@cds/contracts';
import { eventually, newTopics, testKafka } from '@cds/testing';
import { ErasureRepeater } from '../src/anglers/erase-angler/erasure-repeater.js';
import { SweepExports } from '../src/exports/sweep-exports.js';
import { RebuildCatches } from '../src/rebuild/rebuild-catches.js';
import { CERTIFIED } from './catch.builders.js';
import { CatchHarness, owner, reviewer } from './catch.harness.js';
import { Outside } from './outside.js';
import { form, picture, upload } from './photo.builders.js';
import { erasedAndLeft } from './stored-catches.js';

/** Whatever of this is found anywhere after an erasure was not erased. */
const SECRETS = [
  'Zelda Secret',
  'secret-notes',
  'secret-dock',
  'secret-bait',
  'secret-method',
  'secret-external',
  'secret-boat',
  '31.123456',
  'Secret Witness',
  'secret-reason',
];
const SAID = {
  notes: 'secret-notes',
  bait: 'secret-bait',
  method: 'secret-method',
  metadata: { boat: 'secret-boat' },
  location: { name: 'secret-dock', latitude: 31.123456, longitude: -96.5, region: 'US-TX', country: 'US' },
};
const WITNESSED = { tier: 'witnessed', evidence: { witness: { name: 'Secret Witness' } } };

let catches: CatchHarness;
let outside: Outside;
beforeAll(async () => {
  const { brokers } = testKafka();
  await newTopics(brokers, { [TOPICS.catchEvents]: 3, [TOPICS.catchOwnerEvents]: 3, [TOPICS.speciesCatalog]: 3 });
  catches = await CatchHarness.start();
  outside = await Outside.listen(TOPICS.catchEvents);
});
afterAll(async () => {
  await outside.stop();
  await catches.stop();
});

const angler = async (): Promise<string> =>
  (
    await catches.call<{ id: string }>('POST', '/v1/anglers', {
      name: 'Zelda Secret',
      external_id: `secret-external-${Math.random()}`,
      metadata: { a: 'secret-boat' },
    })
  ).body.id;
const somebody = async (): Promise<string> =>
  (await catches.call<{ id: string }>('POST', '/v1/anglers', { name: 'Somebody else' })).body.id;
const erase = (id: string, caller = owner) => catches.call('DELETE', `/v1/anglers/${id}`, undefined, caller);

const MAKE_OLD = `
  UPDATE angler_tasks SET requested_at = now() - interval '1 min', due_at = now() WHERE lease IS NULL`;

/** What a worker has in hand was claimed as recent, and is put off: tasks become old while nobody has them. */
const doneWhenOld = (tasks: string): Promise<void> =>
  eventually(
    async () => {
      await catches.pool.query(MAKE_OLD);
      expect(await catches.count(tasks)).toBe(0);
    },
    { timeoutMs: 10_000 },
  );
const read = async (path: string, caller = owner) => (await catches.call(`GET`, path, undefined, caller)).body;
const review = (id: string, verb: 'approve' | 'reject' | 'revoke') =>
  catches.call('POST', `/v1/verifications/${id}/${verb}`, { reason: 'secret-reason' }, reviewer);
const reviewed = async (anglerId: string, verb: 'approve' | 'reject') => {
  const catchId = await catches.logged({ angler_id: anglerId });
  const { body } = await catches.call<{ id: string }>('POST', `/v1/catches/${catchId}/verifications`, WITNESSED);
  expect(await review(body.id, verb)).toMatchObject({ status: 200, body: { reason: 'secret-reason' } });
  return { catchId, id: body.id };
};
/** An angler with catches that were another's before: nothing was said since of the first one, but of the second. */
const inherited = async () => {
  const giver = await somebody();
  const [id, first, second] = [
    await angler(),
    await catches.logged({ ...SAID, angler_id: giver }),
    await catches.logged({ ...SAID, angler_id: giver }),
  ];
  for (const caught of [first, second]) {
    await upload(catches, caught, form(await picture({ width: 30, height: 20 })));
    await catches.call('PATCH', `/v1/catches/${caught}`, { angler_id: id });
  }
  await catches.call('PATCH', `/v1/catches/${second}`, { bait: 'frog' });
  return { id, ids: [first, second], giver };
};
const expectNothingToldOf = async (ids: readonly string[]): Promise<void> => {
  for (const caught of ids) {
    const then = encodeURIComponent(String((await read(`/v1/catches/${caught}`))['created_at']));
    for (const caller of [owner, reviewer]) {
      const told = [
        await read(`/v1/catches/${caught}/history`, caller),
        await read(`/v1/catches/${caught}?as_of=${then}`, caller),
      ];
      expectNothingOf(JSON.stringify(told));
      expect(JSON.stringify(told)).not.toContain('pho_');
    }
  }
};
/** Nothing is left of any erased angler, nor of a new name to be told. */
const finished = () =>
  eventually(
    async () => {
      const { rows } = await catches.pool.query(`
    SELECT FROM events WHERE personal IS NOT NULL AND person_id IN (SELECT id FROM anglers WHERE erased_at IS NOT NULL)
    UNION ALL SELECT FROM angler_tasks WHERE kind = 'rename'`);
      expect(rows).toHaveLength(0);
    },
    { timeoutMs: 15_000 },
  );

const TABLES = [
  'events',
  'stream_snapshots',
  'anglers',
  'catches',
  'catch_tombstones',
  'verifications',
  'angler_tasks',
  'idempotency_keys',
  'imports',
  'import_rejections',
  'exports',
];
const stored = async (): Promise<string> => {
  const dumps = await Promise.all(
    TABLES.map((table) =>
      catches.pool.query<{ dump: string }>(`SELECT coalesce(json_agg(t)::text, '') AS dump FROM ${table} t`),
    ),
  );
  return dumps.map(({ rows }) => rows[0]?.dump ?? '').join();
};
const expectNothingOf = (text: string): void => {
  expect(SECRETS.filter((secret) => text.includes(secret))).toEqual([]);
};

describe('erasing an angler', () => {
  it('publishes what follows from it under the trace of the request', async () => {
    const id = await angler();
    const caught = await catches.logged({ ...SAID, angler_id: id });
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    await catches.call('DELETE', `/v1/anglers/${id}`, undefined, owner, { traceparent });
    await eventually(() => expect(outside.of(caught)).toHaveLength(2), { timeoutMs: 15_000 });
    expect(outside.of(caught)[1]?.headers).toMatchObject({ ce_type: 'CatchEditedV1', traceparent });
    await eventually(() => expect(outside.of(id)[0]?.headers).toMatchObject({ traceparent }), { timeoutMs: 15_000 });
  });

  it('leaves the bare figures under “erased angler”, and nothing else in any table or answer', async () => {
    const id = await angler();
    const caught = await catches.logged({
      ...SAID,
      angler_id: id,
      external_id: 'secret-external',
      weight_lbs: 3.5,
      depth_ft: 4,
    });
    const deleted = await catches.logged({ ...SAID, angler_id: id });
    const asked = await catches.call<{ id: string }>('POST', `/v1/catches/${caught}/verifications`, WITNESSED);
    await catches.call('POST', `/v1/verifications/${asked.body.id}/approve`, undefined, reviewer);
    await catches.call('PATCH', `/v1/catches/${caught}`, { notes: 'secret-notes, second' });
    await catches.call('POST', `/v1/catches/${deleted}/verifications`, WITNESSED);
    await catches.call('DELETE', `/v1/catches/${deleted}`);
    const before = await read(`/v1/catches/${caught}`);

    expect((await erase(id)).status).toBe(204);

    expectNothingOf(await stored());
    const after = await read(`/v1/catches/${caught}`);
    expect(after).toMatchObject({
      weight_lbs: 3.5,
      depth_ft: 4,
      verification_tier: 'witnessed',
      angler: { id, name: 'erased angler' },
      version: 5,
      notes: null,
      bait: null,
      method: null,
      metadata: null,
      external_id: null,
      location: { name: null, latitude: null, longitude: null, region: 'US-TX', country: 'US' },
    });
    expect(String(after['updated_at']) > String(before['updated_at'])).toBe(true);
    const then = encodeURIComponent(String(before['updated_at']));
    expectNothingOf(
      JSON.stringify([await read(`/v1/catches/${caught}/history`), await read(`/v1/catches/${caught}?as_of=${then}`)]),
    );
    expectNothingOf(
      JSON.stringify([
        after,
        await read('/v1/catches?per_page=100'),
        await read('/v1/verifications'),
        await read('/v1/anglers'),
      ]),
    );
  });

  it('takes what reviewers said with it, in every table and answer; an approval can still be taken back', async () => {
    const id = await angler();
    const [approved, rejected, revoked] = await Promise.all([
      reviewed(id, 'approve'),
      reviewed(id, 'reject'),
      reviewed(id, 'approve'),
    ]);
    expect(await review(revoked.id, 'revoke')).toMatchObject({ status: 200, body: { reason: 'secret-reason' } });
    expect((await erase(id)).status).toBe(204);

    expectNothingOf(await stored());
    for (const [one, status] of [
      [approved, 'approved'],
      [rejected, 'rejected'],
      [revoked, 'revoked'],
    ] as const) {
      expect(await read(`/v1/verifications/${one.id}`)).toMatchObject({
        status,
        reason: null,
        decided_by: reviewer.accountId,
      });
      expectNothingOf(JSON.stringify(await read(`/v1/catches/${one.catchId}/history`)));
    }
    expect(await review(approved.id, 'revoke')).toMatchObject({
      status: 200,
      body: { status: 'revoked', reason: null },
    });
    expect(await read(`/v1/catches/${approved.catchId}`)).toMatchObject({ verification_tier: 'unverified' });
    expectNothingOf(await stored());
  });

  it('closes a request that waits, and tells so', async () => {
    const id = await angler();
    const caught = await catches.logged({ angler_id: id });
    const asked = await catches.call<{ id: string }>('POST', `/v1/catches/${caught}/verifications`, CERTIFIED);
    await erase(id);
    expect(await read(`/v1/verifications/${asked.body.id}`)).toMatchObject({
      status: 'rejected',
      reason: 'erased',
      decided_by: null,
    });
    for (const verb of ['approve', 'reject'] as const)
      expect(await review(asked.body.id, verb)).toMatchObject({ status: 409, body: { code: 'verification.decided' } });
    expect(await read(`/v1/catches/${caught}`)).toMatchObject({ verification_tier: 'unverified', version: 4 });
    await eventually(() => expect(outside.of(caught).map(({ data }) => data.version)).toEqual([1, 2, 3, 4]), {
      timeoutMs: 15_000,
    });
    expect(outside.of(caught).at(-1)).toMatchObject({
      headers: { ce_type: 'VerificationRejectedV1' },
      data: { status: 'rejected', reason: 'erased', previous: { status: 'pending' } },
    });
  });

  it('answers 410 from then on, and 404 and 403 where there is nobody or they are another’s', async () => {
    const id = await angler();
    expect(await erase(id, reviewer)).toMatchObject({ status: 403, body: { code: 'angler.forbidden' } });
    expect(await erase(id)).toMatchObject({ status: 204 });
    for (const method of ['GET', 'DELETE'] as const)
      expect(await catches.call(method, `/v1/anglers/${id}`)).toMatchObject({
        status: 410,
        body: { code: 'angler.erased' },
      });
    expect(await catches.call('PATCH', `/v1/anglers/${id}`, { name: 'x' })).toMatchObject({
      status: 410,
      body: { code: 'angler.erased' },
    });
    expect(await erase('ang_01h455vb4pex5vsknk0000zzzz')).toMatchObject({
      status: 404,
      body: { code: 'angler.not_found' },
    });
  });

  it('lets nothing more be said of them: no new catch, no edit; a deletion goes on', async () => {
    const id = await angler();
    const caught = await catches.logged({ angler_id: id });
    const other = await catches.logged();
    await erase(id);
    expect(
      await catches.call('POST', '/v1/catches', { species: 'walleye', weight_lbs: 1, angler_id: id }),
    ).toMatchObject({ status: 422, body: { code: 'angler.unknown' } });
    expect(await catches.call('PATCH', `/v1/catches/${other}`, { angler_id: id })).toMatchObject({
      status: 422,
      body: { code: 'angler.unknown' },
    });
    expect(await catches.call('PATCH', `/v1/catches/${caught}`, { notes: 'secret-notes' })).toMatchObject({
      status: 410,
      body: { code: 'angler.erased' },
    });
    expect(await catches.call('POST', `/v1/catches/${caught}/verifications`, WITNESSED)).toMatchObject({
      status: 410,
      body: { code: 'angler.erased' },
    });
    expect(await catches.call('DELETE', `/v1/catches/${caught}`)).toMatchObject({ status: 204 });
  });

  it('of the account’s own makes a new one on the next catch', async () => {
    const log = () =>
      catches.call<{ angler: { id: string; name: string } }>('POST', '/v1/catches', {
        species: 'walleye',
        weight_lbs: 2,
      });
    const [first] = await Promise.all([log(), log()]);
    await erase(first.body.angler.id);
    const [second, third] = await Promise.all([log(), log()]);
    expect(second).toMatchObject({ status: 201, body: { angler: { name: 'Owner' } } });
    expect(second.body.angler.id).not.toBe(first.body.angler.id);
    expect(third.body.angler).toEqual(second.body.angler);
  });

  it('takes kept answers away, so that a repeat neither tells nor writes again', async () => {
    const keyed = (path: string, body: object, key: string) =>
      catches.call<{ id: string; code: string }>('POST', path, body, owner, { 'idempotency-key': key });
    const said = { name: 'Zelda Secret' };
    const added = await keyed('/v1/anglers', said, 'erase-1');
    expect(await keyed('/v1/anglers', said, 'erase-1')).toMatchObject({ status: 201, body: added.body });
    const logged = { species: 'walleye', weight_lbs: 1, angler_id: added.body.id, notes: 'secret-notes' };
    await keyed('/v1/catches', logged, 'erase-2');
    const total = await catches.count('catches');
    await erase(added.body.id);
    for (const [path, body, key] of [
      ['/v1/anglers', said, 'erase-1'],
      ['/v1/catches', logged, 'erase-2'],
    ] as const) {
      expect(await keyed(path, body, key)).toMatchObject({ status: 410, body: { code: 'angler.erased' } });
    }
    expect(await catches.count('catches')).toBe(total);
    expectNothingOf(await stored());
  });

  it('leaves nothing in the kept answer to who revoked what was approved when the catch was theirs', async () => {
    const [id, heir] = [await angler(), await somebody()];
    const { catchId, id: approved } = await reviewed(id, 'approve');
    await catches.call('PATCH', `/v1/catches/${catchId}`, { angler_id: heir });
    const revoke = () =>
      catches.call('POST', `/v1/verifications/${approved}/revoke`, { reason: 'wrong fish' }, reviewer, {
        'idempotency-key': 'erase-3',
      });
    const revoked = await revoke();
    expect(revoked).toMatchObject({ status: 200, body: { status: 'revoked' } });
    await erase(id);
    expect(await revoke()).toMatchObject({ status: 200, body: revoked.body });
    expectNothingOf(await stored());
  });

  it('reaches catches that were imported; of what was refused and of the file nothing personal is left', async () => {
    const id = await angler();
    const row = { ...SAID, angler_id: id, species: 'walleye', weight_lbs: 1.25, external_id: 'secret-external-import' };
    const ended = await catches.importEnded(
      [row, { ...row, external_id: 'secret-external-refused', weight_lbs: -1, species: 'unicorn' }]
        .map((one) => JSON.stringify(one))
        .join('\n'),
    );
    expect(ended).toMatchObject({ status: 'completed', accepted: 1, rejected: 1 });
    await eventually(async () => expect(await readdir(join(catches.storage, 'imports'))).toEqual([]), {
      timeoutMs: 10_000,
    });
    await erase(id);
    expectNothingOf(await stored());
    expectNothingOf(
      JSON.stringify([
        await read(`/v1/imports/${ended.id}`),
        await read(`/v1/imports/${ended.id}/rejected`),
        await read('/v1/catches?min_weight_lbs=1.25&max_weight_lbs=1.25'),
      ]),
    );
  });

  it('ends finished exports that hold a catch of theirs', async () => {
    const id = await angler();
    await catches.logged({ ...SAID, angler_id: id });
    const { body } = await catches.call<{ id: string }>('POST', '/v1/catches/export', {
      format: 'ndjson',
      filter: { angler_id: id },
    });
    expect(await catches.ended(`/v1/exports/${body.id}`)).toMatchObject({ status: 'completed', rows: 1 });
    await erase(id);
    expect(await catches.call('GET', `/v1/exports/${body.id}/download`)).toMatchObject({
      status: 410,
      body: { code: 'export.expired' },
    });
    expect(await read(`/v1/exports/${body.id}`)).toMatchObject({ download_url: null });
    await catches.app.get(SweepExports).execute();
    expect(await readdir(join(catches.storage, 'exports'), { recursive: true }).catch(() => [])).not.toContainEqual(
      expect.stringContaining('-'),
    );
  });

  it('frees the external_ids of the angler and of the catches', async () => {
    const { id } = (await catches.call<{ id: string }>('POST', '/v1/anglers', { name: 'x', external_id: 'mine' })).body;
    await catches.logged({ angler_id: id, external_id: 'also-mine' });
    await erase(id);
    expect(await catches.call('POST', '/v1/anglers', { name: 'x', external_id: 'mine' })).toMatchObject({
      status: 201,
    });
    await catches.logged({ external_id: 'also-mine' });
  });

  it('takes what was said of them from a catch that is another’s by now', async () => {
    const [id, heir] = [await angler(), await angler()];
    const caught = await catches.logged({ ...SAID, angler_id: id });
    await catches.call('PATCH', `/v1/catches/${caught}`, { angler_id: heir });
    await catches.call('PATCH', `/v1/catches/${caught}`, { bait: 'frog' });
    await erase(id);
    expect(await read(`/v1/catches/${caught}`)).toMatchObject({
      angler: { id: heir, name: 'Zelda Secret' },
      notes: null,
      location: { name: null },
      bait: 'frog',
      version: 4,
    });
    await erase(heir);
  });

  it('takes from a catch that was another’s before what was said of it then, too', async () => {
    const { id, ids, giver } = await inherited();
    await erase(id);
    await catches.pool.query('DELETE FROM angler_tasks WHERE angler_id = $1', [id]);
    for (const [at, caught] of ids.entries()) {
      const version = 4 + at;
      expect(await read(`/v1/catches/${caught}`)).toMatchObject({ notes: null, photos: [], version });
      const { rows } = await catches.pool.query('SELECT * FROM catches WHERE id = $1', [caught]);
      expectNothingOf(JSON.stringify(rows));
      await eventually(() => expect(outside.of(caught)).toHaveLength(version), { timeoutMs: 15_000 });
      expect(outside.of(caught).at(-1)).toMatchObject({
        headers: { ce_type: 'CatchEditedV1' },
        data: { previous: {} },
      });
    }
    for (const query of ['q=secret-notes', 'bait=secret-bait', 'method=secret-method', 'near=31.1,-96.5,9'])
      expect(await read(`/v1/catches?${query}&angler_id=${id}`)).toMatchObject({ total: 0 });
    await expectNothingToldOf(ids);
    await erase(giver);
  });
});

describe('an erasure that is still at work', () => {
  it('is answered nothing of already, and goes on after a crash from where it was', async () => {
    const id = await angler();
    const ids = await Promise.all(Array.from({ length: 250 }, () => catches.logged({ ...SAID, angler_id: id })));
    const asked = await catches.call<{ id: string }>('POST', `/v1/catches/${ids[0] ?? ''}/verifications`, WITNESSED);
    const heir = await angler();
    const approved = await reviewed(heir, 'approve');
    for (const one of [id, heir]) await erasedAndLeft(catches.pool, one);
    expect((await stored()).includes('secret-notes')).toBe(true);
    for (const caller of [owner, reviewer]) {
      expectNothingOf(
        JSON.stringify([
          await read(`/v1/catches/${ids[0] ?? ''}`, caller),
          await read(`/v1/catches/${ids[0] ?? ''}/history`, caller),
          await read('/v1/catches?per_page=100', caller),
          await read(`/v1/verifications/${asked.body.id}`),
          await read(`/v1/verifications/${approved.id}`),
          await read('/v1/verifications'),
        ]),
      );
    }
    for (const verb of ['approve', 'reject'] as const)
      expect(await review(asked.body.id, verb)).toMatchObject({ status: 410, body: { code: 'angler.erased' } });
    expect(await review(approved.id, 'revoke')).toMatchObject({
      status: 200,
      body: { status: 'revoked', reason: null },
    });
    await catches.pool.query('UPDATE angler_tasks SET due_at = now()');
    await finished();
    expectNothingOf(await stored());
    const { rows } = await catches.pool.query<{ versions: number; catches: number }>(
      'SELECT sum(version)::int AS versions, count(*)::int AS catches FROM catches WHERE angler_id = $1',
      [id],
    );
    expect(rows).toEqual([{ versions: 502, catches: 250 }]);
  });

  it('is answered nothing of what was said before the catch became theirs, either', async () => {
    const { id, ids, giver } = await inherited();
    await erasedAndLeft(catches.pool, id);
    await expectNothingToldOf(ids);
    await catches.pool.query('UPDATE angler_tasks SET due_at = now()');
    await eventually(async () =>
      expect(await catches.count(`catches WHERE angler_id = '${id}' AND version > 3`)).toBe(2),
    );
    await expectNothingToldOf(ids);
    await erase(giver);
  });

  it('looks again for what was written at the same moment, and tells a catch once', async () => {
    const id = await angler();
    const caught = await catches.logged({ ...SAID, angler_id: id });
    await erase(id);
    await catches.pool.query(
      `UPDATE events SET personal = '{"notes": "secret-notes"}' WHERE stream_id = $1 AND person_id = $2`,
      [caught, id],
    );
    await doneWhenOld('angler_tasks');
    expectNothingOf(await stored());
    expect(await read(`/v1/catches/${caught}`)).toMatchObject({ version: 2 });
  });

  it('wins over edits that come at the same moment', async () => {
    const id = await angler();
    const ids = await Promise.all(Array.from({ length: 20 }, () => catches.logged({ ...SAID, angler_id: id })));
    const edits = ids.flatMap((one) =>
      [1, 2, 3].map((depth) => catches.call('PATCH', `/v1/catches/${one}`, { notes: `secret-notes ${depth}` })),
    );
    const [erased, ...answers] = await Promise.all([erase(id), ...edits]);
    expect(erased.status).toBe(204);
    for (const { status } of answers) expect([200, 409, 410]).toContain(status);
    await catches.pool.query('UPDATE angler_tasks SET due_at = now()');
    await finished();
    expectNothingOf(await stored());
  });
});

describe('an erasure that a former release came to the end of', () => {
  const columns = 'id, notes, location_name, latitude, longitude, method, bait, external_id, metadata, photos';
  const searches = (id: string) =>
    Promise.all(
      ['q=secret-notes', 'bait=secret-bait', 'has_photo=true', 'near=31.1,-96.5,9'].map(async (query) =>
        Number((await read(`/v1/catches?${query}&angler_id=${id}`))['total']),
      ),
    );
  const repeated = async (id: string): Promise<void> => {
    catches.app.get(ErasureRepeater).wake();
    await eventually(
      async () => expect(await catches.count(`anglers WHERE id = '${id}' AND erasure_finished_at IS NOT NULL`)).toBe(1),
      { timeoutMs: 20_000 },
    );
    await eventually(async () => expect(await catches.count(`angler_tasks WHERE angler_id = '${id}'`)).toBe(0));
  };

  it('and that took nothing from catches which were assigned to the angler, is done again', async () => {
    const { id, ids, giver } = await inherited();
    await erasedAndLeft(catches.pool, id);
    await catches.pool.query("UPDATE anglers SET erased_at = now() - interval '1 hour' WHERE id = $1", [id]);
    await catches.pool.query('DELETE FROM angler_tasks WHERE angler_id = $1', [id]);
    expect(await searches(id)).toEqual([2, 1, 2, 2]);
    await repeated(id);
    expect(await searches(id)).toEqual([0, 0, 0, 0]);
    const { rows } = await catches.pool.query('SELECT * FROM catches WHERE id = ANY($1)', [ids]);
    expectNothingOf(JSON.stringify(rows));
    await erase(giver);
  });

  it('and that left what was said before in the rows of catches that followed, is done again', async () => {
    const { id, ids, giver } = await inherited();
    const { rows: before } = await catches.pool.query(`SELECT ${columns} FROM catches WHERE id = ANY($1)`, [ids]);
    await erase(id);
    await doneWhenOld(`angler_tasks WHERE angler_id = '${id}'`);
    await catches.pool.query("UPDATE anglers SET erased_at = now() - interval '1 hour' WHERE id = $1", [id]);
    await catches.pool.query('UPDATE anglers SET erasure_finished_at = NULL WHERE id = $1', [id]);
    await catches.pool.query(
      `UPDATE catches SET (${columns}) = (SELECT ${columns} FROM json_populate_record(NULL::catches, former.row))
        FROM json_array_elements($1::json) AS former (row) WHERE catches.id = former.row->>'id'`,
      [JSON.stringify(before)],
    );
    const versions = 'SELECT id, version, updated_at FROM catches WHERE id = ANY($1) ORDER BY id';
    const { rows: was } = await catches.pool.query(versions, [ids]);
    await catches.pool.query('DELETE FROM photo_leftovers');
    // Its words may have been swept since they were lost.
    expect((await searches(id)).slice(1)).toEqual([1, 2, 2]);
    await repeated(id);
    expect(await searches(id)).toEqual([0, 0, 0, 0]);
    const { rows } = await catches.pool.query('SELECT * FROM catches WHERE id = ANY($1)', [ids]);
    expectNothingOf(JSON.stringify(rows));
    expect((await catches.pool.query(versions, [ids])).rows).toEqual(was);
    expect(await catches.count('photo_leftovers')).toBe(1);
    await erase(giver);
  });
});

describe('what others hear of an erasure', () => {
  it(
    'is that it was, and one catch.updated for each catch with the next version and nothing of the ' + 'person',
    async () => {
      const id = await angler();
      const ids = await Promise.all([1, 2, 3].map(() => catches.logged({ ...SAID, angler_id: id })));
      await catches.call('PATCH', `/v1/catches/${ids[0] ?? ''}`, { depth_ft: 9 });
      await erase(id);
      await eventually(() => expect(outside.of(id)).toHaveLength(1), { timeoutMs: 15_000 });
      expect(outside.of(id)[0]).toMatchObject({
        headers: { ce_type: 'AnglerErasedV1', ce_accountid: owner.accountId },
        data: { id, name: 'erased angler', version: 1 },
      });
      for (const [at, one] of ids.entries()) {
        const versions = at === 0 ? [1, 2, 3] : [1, 2];
        await eventually(() => expect(outside.of(one).map(({ data }) => data.version)).toEqual(versions), {
          timeoutMs: 15_000,
        });
        const last = outside.of(one).at(-1);
        expect(last).toMatchObject({
          headers: { ce_type: 'CatchEditedV1' },
          data: {
            angler: { id, name: 'erased angler' },
            notes: null,
            bait: null,
            location: { latitude: null, region: 'US-TX' },
            previous: {},
          },
        });
        expectNothingOf(JSON.stringify(last));
      }
    },
  );

  it('after a new name is that name', async () => {
    const id = await angler();
    await catches.call('PATCH', `/v1/anglers/${id}`, { name: 'Zoe Lake' });
    await eventually(() => expect(outside.of(id)).toHaveLength(1), { timeoutMs: 15_000 });
    expect(outside.of(id)[0]).toMatchObject({
      headers: { ce_type: 'AnglerRenamedV1' },
      data: { id, name: 'Zoe Lake', version: 1 },
    });
    await erase(id);
    await eventually(() => expect(outside.of(id).map(({ data }) => data.version)).toEqual([1, 2]), {
      timeoutMs: 15_000,
    });
  });
});

describe('rebuilding the read models after an erasure', () => {
  it('brings nothing back, and moves the catches of renamed anglers once more', async () => {
    const renamed = await angler();
    const caught = await catches.logged({ angler_id: renamed });
    await catches.call('PATCH', `/v1/anglers/${renamed}`, { name: 'Zoe Lake' });
    const { updated_at: before } = await read(`/v1/catches/${caught}`);
    await new RebuildCatches(catches.pool, () => undefined).run();
    await finished();
    expect(String((await read(`/v1/catches/${caught}`))['updated_at']) >= String(before)).toBe(true);
    const { rows } = await catches.pool.query<{ dump: string }>(
      `SELECT json_agg(c)::text AS dump FROM catches c JOIN anglers a ON a.id = c.angler_id
        WHERE a.erased_at IS NOT NULL`,
    );
    expectNothingOf(rows[0]?.dump ?? '');
  });
});
