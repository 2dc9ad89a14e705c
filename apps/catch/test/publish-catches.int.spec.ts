import { TOPICS } from '@cds/contracts';
import { PUBLISHED_EVENTS, type PublishedEventType } from '@cds/contracts/events';
import type { CloudEvent } from '@cds/kafka';
import { createPool } from '@cds/postgres';
import { eventually, newTopics, testDatabase, testKafka } from '@cds/testing';
import { LIVE_ROWS_PER_HOUR } from '../src/imports/run-import/import-priority.js';
import { republishAnglers } from '../src/announce-anglers/republish-anglers.js';
import { CatchHarness, owner, reviewer } from './catch.harness.js';
import { Outside, type Seen } from './outside.js';
import { form, picture, upload } from './photo.builders.js';

let catches: CatchHarness;
let outside: Outside;
let owners: Outside;
let anglers: Outside;
const of = (catchId: string): Seen[] => outside.of(catchId);

beforeAll(async () => {
  const { brokers } = testKafka();
  await newTopics(brokers, {
    [TOPICS.catchEvents]: 3,
    [TOPICS.catchOwnerEvents]: 3,
    [TOPICS.catchAnglers]: 3,
    [TOPICS.speciesCatalog]: 3,
  });
  catches = await CatchHarness.start();
  outside = await Outside.listen(TOPICS.catchEvents);
  owners = await Outside.listen(TOPICS.catchOwnerEvents);
  anglers = await Outside.listen(TOPICS.catchAnglers);
});
afterAll(async () => {
  await Promise.all([outside.stop(), owners.stop(), anglers.stop()]);
  await catches.stop();
});

describe('what other teams read of a catch', () => {
  it('is each step once, in order, as CloudEvents with the whole catch and what was before', async () => {
    const id = await catches.logged({
      notes: 'windy',
      external_id: 'mine',
      location: { name: 'Old dock', latitude: 31.16, longitude: -96.6499 },
    });
    await catches.call('PATCH', `/v1/catches/${id}`, { weight_lbs: 9 });
    const asked = await catches.call<{ id: string }>('POST', `/v1/catches/${id}/verifications`, {
      tier: 'witnessed',
      evidence: { witness: { name: 'Ann' } },
    });
    await catches.call('POST', `/v1/verifications/${asked.body.id}/approve`, undefined, reviewer);
    await catches.call('PATCH', `/v1/catches/${id}`, { depth_ft: 3 });
    await catches.call('DELETE', `/v1/catches/${id}`);
    await eventually(() => expect(of(id)).toHaveLength(6), { timeoutMs: 15_000 });

    expect(of(id).map(({ headers }) => headers['ce_type'])).toEqual([
      'CatchLoggedV1',
      'CatchEditedV1',
      'VerificationRequestedV1',
      'VerificationApprovedV1',
      'CatchEditedV1',
      'CatchDeletedV1',
    ]);
    expect(of(id).map(({ data }) => data.version)).toEqual([1, 2, 3, 4, 5, 6]);
    const [logged, edited, , approved, unverified, deleted] = of(id).map(({ data }) => data);
    expect(logged).toMatchObject({
      id,
      species: 'Largemouth Bass',
      weight_lbs: 8.4,
      angler: { name: 'Owner' },
      notes: 'windy',
      external_id: null,
      metadata: null,
      location: { name: null, latitude: 31.2, longitude: -96.6, obscured: true },
    });
    expect(logged).not.toHaveProperty('previous');
    expect(edited).toMatchObject({ weight_lbs: 9, previous: { weight_lbs: 8.4 } });
    expect(approved).toMatchObject({
      catch_id: id,
      status: 'approved',
      catch: { verification_tier: 'witnessed' },
      previous: { status: 'pending', verification_tier: 'unverified' },
    });
    expect(unverified).toMatchObject({
      verification_tier: 'unverified',
      previous: { depth_ft: null, verification_tier: 'witnessed' },
    });
    expect(deleted).toMatchObject({ weight_lbs: 9, deleted_at: expect.any(String) as string });
    expect(deleted).not.toHaveProperty('previous');
  });

  it('comes while transactions that do not write to the log are open, here and in another database', async () => {
    const other = await testDatabase('empty');
    const elsewhere = [catches.pool, createPool(other.url, { applicationName: 'elsewhere', max: 1 })];
    const open = await Promise.all(elsewhere.map((pool) => pool.connect()));
    try {
      for (const tx of open) await tx.query('BEGIN; CREATE TABLE elsewhere (x int); SELECT pg_current_xact_id()');
      const id = await catches.logged();
      await eventually(() => expect(of(id)).toHaveLength(1), { timeoutMs: 15_000 });
    } finally {
      for (const tx of open) await tx.query('ROLLBACK');
      open.forEach((tx) => tx.release());
      await elsewhere[1]?.end();
      await other.drop();
    }
  });

  it('keeps its order where it began with a bulk event, whenever it is changed', async () => {
    const rows = Array.from(
      { length: 30 },
      (_, index) => `${JSON.stringify({ species: 'walleye', weight_lbs: 1, external_id: `lane-${index}` })}\n`,
    );
    await catches.importEnded('{"species":"walleye","weight_lbs":1}');
    await catches.pool.query('UPDATE imports SET accepted = $1', [LIVE_ROWS_PER_HOUR]);
    await catches.importEnded(rows.join(''));
    expect(await catches.count('events WHERE lane = 1')).toBe(rows.length);
    const { rows: imported } = await catches.pool.query<{ id: string }>(
      "SELECT id FROM catches WHERE external_id LIKE 'lane-%' ORDER BY id",
    );
    for (const { id } of imported) await catches.call('PATCH', `/v1/catches/${id}`, { weight_lbs: 2 });
    await eventually(
      () =>
        expect(imported.map(({ id }) => of(id).map(({ data }) => data.version))).toEqual(imported.map(() => [1, 2])),
      { timeoutMs: 30_000 },
    );
  });

  it('tells of a revocation with the tier that is left', async () => {
    const id = await catches.logged();
    const asked = await catches.call<{ id: string }>('POST', `/v1/catches/${id}/verifications`, {
      tier: 'witnessed',
      evidence: { witness: { name: 'Ann' } },
    });
    await catches.call('POST', `/v1/verifications/${asked.body.id}/approve`, undefined, reviewer);
    await catches.call('POST', `/v1/verifications/${asked.body.id}/revoke`, { reason: 'mistaken' }, reviewer);
    await eventually(() => expect(of(id)).toHaveLength(4), { timeoutMs: 15_000 });
    const { headers, data } = of(id)[3] as Seen;
    expect(headers['ce_type']).toBe('VerificationRevokedV1');
    expect(data).toMatchObject({
      id: asked.body.id,
      catch_id: id,
      tier: 'witnessed',
      status: 'revoked',
      reason: 'mistaken',
      version: 4,
      catch: { verification_tier: 'unverified', version: 4 },
      previous: { status: 'approved', verification_tier: 'witnessed' },
    });
    expect(PUBLISHED_EVENTS.VerificationRevokedV1.schema.safeParse(data).success).toBe(true);
  });

  it('is an edit when a photo comes or goes, with the photos there were', async () => {
    const id = await catches.logged();
    const { body: photo } = await upload(catches, id, form(await picture()));
    await catches.call('DELETE', `/v1/catches/${id}/photos/${photo.id}`);
    await eventually(() => expect(of(id)).toHaveLength(3), { timeoutMs: 15_000 });
    expect(of(id).map(({ headers }) => headers['ce_type'])).toEqual([
      'CatchLoggedV1',
      'CatchEditedV1',
      'CatchEditedV1',
    ]);
    const [, added, removed] = of(id).map(({ data }) => data);
    expect(added).toMatchObject({ version: 2, photos: [photo], previous: { photos: [] } });
    expect(removed).toMatchObject({ version: 3, photos: [], previous: { photos: [photo] } });
    for (const { data } of of(id).slice(1))
      expect(PUBLISHED_EVENTS.CatchEditedV1.schema.safeParse(data).data).toEqual(data);
  });

  it('carries the CloudEvents headers and fits its schema', async () => {
    const id = await catches.logged();
    await eventually(() => expect(of(id)).toHaveLength(1), { timeoutMs: 15_000 });
    const { headers, data } = of(id)[0] as Seen;
    expect(headers).toMatchObject({
      ce_specversion: '1.0',
      ce_source: '/catch',
      ce_subject: id,
      ce_accountid: owner.accountId,
      'content-type': 'application/json',
      ce_id: expect.stringMatching(/^evt_/) as string,
      ce_time: expect.stringMatching(/Z$/) as string,
      traceparent: expect.stringMatching(/^00-/) as string,
    });
    expect(PUBLISHED_EVENTS[headers['ce_type'] as PublishedEventType].schema.safeParse(data).success).toBe(true);
  });

  it('does not name the witness', async () => {
    const id = await catches.logged();
    await catches.call('POST', `/v1/catches/${id}/verifications`, {
      tier: 'witnessed',
      evidence: { witness: { name: 'Ann Witness' } },
    });
    await eventually(() => expect(of(id)).toHaveLength(2), { timeoutMs: 15_000 });
    expect(JSON.stringify(of(id))).not.toContain('Ann Witness');
  });

  it('has places on a grid of 0.1° and nothing else of the owner’s alone, in any step or former value', async () => {
    const id = await catches.logged({
      external_id: 'private-1',
      metadata: { boat: 'private-2' },
      location: { name: 'private-3', latitude: 31.123456, longitude: -96.654321, region: 'US-TX' },
    });
    const asked = await catches.call<{ id: string }>('POST', `/v1/catches/${id}/verifications`, {
      tier: 'certified',
      evidence: { certificate_number: 'private-4', witness: { name: 'private-5', email: 'private-6@example.org' } },
    });
    await catches.call('POST', `/v1/verifications/${asked.body.id}/approve`, undefined, reviewer);
    await catches.call('PATCH', `/v1/catches/${id}`, {
      external_id: 'private-7',
      metadata: { boat: 'private-8' },
      location: { name: 'private-9', latitude: 31.987654 },
    });
    await catches.call('PATCH', `/v1/catches/${id}`, { weight_lbs: 9, location: null });
    await catches.call('DELETE', `/v1/catches/${id}`);
    await eventually(() => expect(of(id)).toHaveLength(6), { timeoutMs: 15_000 });
    // Seconds of a time may be those of a latitude.
    const text = JSON.stringify(of(id)).replaceAll(/\d\d:\d\d:\d\d\.\d{3}Z/g, '');
    expect(text).not.toMatch(/private-|31\.1[0-9]|96\.6[0-9]|31\.9[0-9]/);
    const place = { name: null, longitude: -96.7, region: 'US-TX', country: null, obscured: true };
    expect(of(id)[3]).toMatchObject({
      data: {
        location: { ...place, latitude: 32 },
        previous: { location: { ...place, latitude: 31.1 } },
        external_id: null,
        metadata: null,
      },
    });
  });
});

describe('what the owner’s webhooks are made of', () => {
  const PLACE = {
    name: 'Old dock',
    latitude: 31.16,
    longitude: -96.6499,
    region: null,
    country: null,
    obscured: false,
  };

  it('is each step once more, under the same id and version, as the owner reads it', async () => {
    const id = await catches.logged({
      external_id: 'shared-1',
      metadata: { boat: 'Skiff' },
      location: { name: 'Old dock', latitude: 31.16, longitude: -96.6499 },
    });
    await catches.call('PATCH', `/v1/catches/${id}`, { location: { latitude: 31.161 }, external_id: 'shared-2' });
    const asked = await catches.call<{ evidence: unknown }>('POST', `/v1/catches/${id}/verifications`, {
      tier: 'witnessed',
      evidence: { witness: { name: 'Ann', email: 'ann@example.com' } },
    });
    await eventually(() => expect([of(id).length, owners.of(id).length]).toEqual([3, 3]), { timeoutMs: 15_000 });

    const headersOf = (seen: Seen[]) => seen.map(({ headers: { ce_ownertopic: _other, ...headers } }) => headers);
    expect(headersOf(owners.of(id))).toEqual(headersOf(of(id)));
    expect(of(id).map(({ headers }) => headers['ce_ownertopic'])).toEqual(Array(3).fill('catch.owner-events'));
    expect(owners.of(id).map(({ headers }) => headers['ce_ownertopic'])).toEqual(Array(3).fill(undefined));
    const [logged, edited, requested] = owners.of(id).map(({ data }) => data);
    const { body } = await catches.call<Record<string, unknown>>('GET', `/v1/catches/${id}`);
    expect(logged).toMatchObject({ external_id: 'shared-1', metadata: { boat: 'Skiff' }, location: PLACE, version: 1 });
    expect(edited).toMatchObject({
      location: { ...PLACE, latitude: 31.161 },
      previous: { external_id: 'shared-1', location: PLACE },
    });
    expect(requested?.['catch']).toEqual(body);
    expect(requested?.['evidence']).toEqual({
      photos: [],
      witness: { name: 'Ann', email: 'ann@example.com' },
      certificate_number: null,
    });
    expect(requested?.['evidence']).toEqual(asked.body.evidence);
    expect(of(id)[2]?.data).toMatchObject({ evidence: null });
    expect(of(id)[1]?.data).toMatchObject({ external_id: null, previous: {} });
  });
});

describe('which anglers there are', () => {
  const TIMEOUT = { timeoutMs: 20_000 };
  const told = (id: string) => anglers.of(id).map(({ data }) => data as unknown);

  it('is published without anything of the person, and taken back by their erasure', async () => {
    const { body } = await catches.call<{ id: string; created_at: string }>('POST', '/v1/anglers', { name: 'Zelda' });
    const added = { id: body.id, created_at: body.created_at, version: 1 };
    await eventually(() => expect(told(body.id)).toContainEqual(added), TIMEOUT);
    expect(anglers.of(body.id)[0]?.headers).toMatchObject({ ce_type: 'AnglerAddedV1', ce_subject: body.id });

    await catches.call('DELETE', `/v1/anglers/${body.id}`);
    await eventually(() => expect(told(body.id).at(-1)).toBeNull(), TIMEOUT);
    expect(JSON.stringify(anglers.seen)).not.toContain('Zelda');
  });

  it('is published of an account’s own angler, and sent again of all who are not erased', async () => {
    const id = await catches.logged();
    const { body } = await catches.call<{ angler: { id: string } }>('GET', `/v1/catches/${id}`);
    await eventually(() => expect(told(body.angler.id)).toHaveLength(1), TIMEOUT);

    const gone = await catches.call<{ id: string }>('POST', '/v1/anglers', { name: 'Ann' });
    await catches.call('DELETE', `/v1/anglers/${gone.body.id}`);
    const sent: CloudEvent[] = [];
    const count = await republishAnglers(catches.pool, (events) => Promise.resolve(void sent.push(...events)));
    expect(count).toBe(sent.length);
    expect(sent.map(({ subject }) => subject)).toContain(body.angler.id);
    expect(sent.map(({ subject }) => subject)).not.toContain(gone.body.id);
  });
});
