import { brokenListRules } from '@cds/testing';
import { CERTIFIED, WITNESSED } from './catch.builders.js';
import { CatchHarness, owner, reviewer } from './catch.harness.js';

let catches: CatchHarness;
const requested = () => catches.verificationRequested();
const review = (id: string, verb: string, body?: unknown, caller = reviewer) =>
  catches.call('POST', `/v1/verifications/${id}/${verb}`, body, caller);

beforeAll(async () => {
  catches = await CatchHarness.start();
});
afterAll(() => catches.stop());

describe('asking for a verification', () => {
  it('answers 201 with the request', async () => {
    const catchId = await catches.logged();
    const { status, headers, body } = await catches.call('POST', `/v1/catches/${catchId}/verifications`, WITNESSED);
    expect({ status, body }).toMatchObject({
      status: 201,
      body: {
        catch_id: catchId,
        tier: 'witnessed',
        status: 'pending',
        reason: null,
        requested_by: owner.accountId,
        decided_by: null,
        decided_at: null,
        evidence: { photos: [], witness: { name: 'Ann Witness', email: 'ann@example.org' }, certificate_number: null },
      },
    });
    expect(headers.get('location')).toBe(`/v1/verifications/${String(body['id'])}`);
    expect(await catches.call('GET', `/v1/verifications/${String(body['id'])}`)).toMatchObject({ status: 200, body });
    expect(await catches.call('GET', `/v1/catches/${catchId}`)).toMatchObject({
      body: { verification_tier: 'unverified', version: 2 },
    });
  });

  it('is refused while one is pending, naming it', async () => {
    const { catchId, id } = await requested();
    expect(await catches.call('POST', `/v1/catches/${catchId}/verifications`, WITNESSED)).toMatchObject({
      status: 409,
      body: { code: 'verification.pending', detail: expect.stringContaining(id) as string },
    });
  });

  it.each([
    ['a tier that cannot be asked for', { tier: 'unverified' }, 400, 'request.invalid'],
    ['an unknown field', { ...WITNESSED, hurry: true }, 400, 'request.invalid'],
    ['missing evidence', { tier: 'certified' }, 422, 'verification.evidence_missing'],
    [
      'a photo that is not of this catch',
      { tier: 'photo', evidence: { photos: ['pho_01h455vb4pex5vsknk0000000a'] } },
      422,
      'verification.evidence_missing',
    ],
    [
      'an id that is none of a photo',
      { tier: 'photo', evidence: { photos: ['catch_01h455vb4pex5vsknk0000000a'] } },
      400,
      'request.invalid',
    ],
    ['no photo', { tier: 'photo', evidence: { photos: [] } }, 422, 'verification.evidence_missing'],
    [
      'a witness for a certificate',
      { tier: 'certified', evidence: WITNESSED.evidence },
      422,
      'verification.evidence_missing',
    ],
    [
      'a witness beside a photo that is not of this catch',
      { ...WITNESSED, evidence: { ...WITNESSED.evidence, photos: ['pho_01h455vb4pex5vsknk0000000a'] } },
      422,
      'verification.evidence_missing',
    ],
  ])('refuses %s', async (_what, body, status, code) => {
    expect(await catches.call('POST', `/v1/catches/${await catches.logged()}/verifications`, body)).toMatchObject({
      status,
      body: { code },
    });
  });

  it('tells what the schema refuses and what is missing in one 400', async () => {
    const { status, body } = await catches.call<{ errors: { pointer: string }[] }>(
      'POST',
      `/v1/catches/${await catches.logged()}/verifications`,
      { tier: 'certified', hurry: true },
    );
    expect({ status, pointers: body.errors.map(({ pointer }) => pointer) }).toEqual({
      status: 400,
      pointers: ['/hurry', '/evidence/certificate_number'],
    });
  });

  it('takes a certificate number, and a better tier than there is alone', async () => {
    const { catchId, id } = await requested();
    await review(id, 'approve');
    for (const lower of [WITNESSED, { tier: 'photo', evidence: { photos: ['pho_01h455vb4pex5vsknk0000000a'] } }]) {
      expect(await catches.call('POST', `/v1/catches/${catchId}/verifications`, lower)).toMatchObject({
        status: 409,
        body: { code: 'verification.tier_reached' },
      });
    }
    expect(await catches.call('POST', `/v1/catches/${catchId}/verifications`, CERTIFIED)).toMatchObject({
      status: 201,
      body: { tier: 'certified', evidence: { certificate_number: 'A-7' } },
    });
  });

  it('may be done again after a rejection', async () => {
    const { catchId, id } = await requested();
    await review(id, 'reject', { reason: 'blurred' });
    expect((await catches.call('POST', `/v1/catches/${catchId}/verifications`, WITNESSED)).status).toBe(201);
  });

  it('is a 404 for what never was and a 410 for what was deleted', async () => {
    expect(
      await catches.call('POST', '/v1/catches/catch_01h455vb4pex5vsknk0000zzzz/verifications', WITNESSED),
    ).toMatchObject({ status: 404, body: { code: 'catch.not_found' } });
    const catchId = await catches.logged();
    await catches.call('DELETE', `/v1/catches/${catchId}`);
    expect(await catches.call('POST', `/v1/catches/${catchId}/verifications`, WITNESSED)).toMatchObject({
      status: 410,
      body: { code: 'catch.deleted' },
    });
  });

  it('is for the owner alone, whatever the body says', async () => {
    expect(
      await catches.call('POST', `/v1/catches/${await catches.logged()}/verifications`, { nonsense: 1 }, reviewer),
    ).toMatchObject({ status: 403, body: { code: 'catch.forbidden' } });
  });
});

describe('reviewing', () => {
  it('approves: the catch has the tier, and the decision is made once', async () => {
    const { catchId, id } = await requested();
    expect(await review(id, 'approve', { reason: 'clear' })).toMatchObject({
      status: 200,
      body: {
        status: 'approved',
        reason: 'clear',
        decided_by: reviewer.accountId,
        decided_at: expect.any(String) as string,
      },
    });
    expect(await catches.call('GET', `/v1/catches/${catchId}`)).toMatchObject({
      body: { verification_tier: 'witnessed', version: 3 },
    });
    expect(await review(id, 'approve')).toMatchObject({ status: 409, body: { code: 'verification.decided' } });
    expect(await review(id, 'reject', { reason: 'x' })).toMatchObject({
      status: 409,
      body: { code: 'verification.decided' },
    });
    for (const [word, body] of [
      ['approve', { tier: 'photo' }],
      ['reject', {}],
    ] as const)
      expect((await review(id, word, body)).status).toBe(400);
  });

  it('rejects with a reason', async () => {
    const { catchId, id } = await requested();
    expect(await review(id, 'reject')).toMatchObject({ status: 400 });
    expect(await review(id, 'reject', { reason: ' \n' })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/reason', code: 'format' }] },
    });
    expect(await review(id, 'reject', { reason: 'blurred' })).toMatchObject({
      status: 200,
      body: { status: 'rejected', reason: 'blurred' },
    });
    expect(await catches.call('GET', `/v1/catches/${catchId}`)).toMatchObject({
      body: { verification_tier: 'unverified' },
    });
  });

  it('is not for one’s own catch', async () => {
    const { id } = await requested();
    expect(await review(id, 'approve', undefined, { ...reviewer, accountId: owner.accountId })).toMatchObject({
      status: 403,
      body: { code: 'verification.own_catch' },
    });
  });

  it('of an unknown request is a 404', async () => {
    expect(await review('ver_01h455vb4pex5vsknk0000zzzz', 'approve')).toMatchObject({
      status: 404,
      body: { code: 'verification.not_found' },
    });
  });

  it('of two reviewers at once succeeds for one', async () => {
    const { id } = await requested();
    const answers = await Promise.all([review(id, 'approve'), review(id, 'reject', { reason: 'x' })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('ends when the catch changes under it or is deleted', async () => {
    const edited = await requested();
    await catches.call('PATCH', `/v1/catches/${edited.catchId}`, { weight_lbs: 1 });
    expect(await catches.call('GET', `/v1/verifications/${edited.id}`)).toMatchObject({
      body: { status: 'rejected', reason: 'edited', decided_by: null },
    });
    const deleted = await requested();
    await catches.call('DELETE', `/v1/catches/${deleted.catchId}`);
    expect(await review(deleted.id, 'approve')).toMatchObject({ status: 410, body: { code: 'catch.deleted' } });
  });
});

describe('the review queue', () => {
  it('is filtered by one status or several', async () => {
    const { id } = await requested();
    await review(id, 'approve');
    await review(id, 'revoke', { reason: 'x' });
    const statuses = async (query: string) =>
      (await catches.call<{ data: { id: string; status: string }[] }>('GET', `/v1/verifications?per_page=100&${query}`))
        .body.data;
    const revoked = await statuses('status=revoked');
    expect(revoked[0]).toMatchObject({ id, status: 'revoked' });
    expect(new Set((await statuses('status=revoked&status=pending')).map(({ status }) => status))).toEqual(
      new Set(['revoked', 'pending']),
    );
    expect((await catches.call('GET', '/v1/verifications?status=lost')).status).toBe(400);
  });

  it('is filtered by one catch or several', async () => {
    const [one, two] = [await requested(), await requested()];
    await requested();
    const of = async (query: string, caller = owner) =>
      (await catches.call<{ data: { id: string }[] }>('GET', `/v1/verifications?${query}`, undefined, caller)).body.data
        .map(({ id }) => id)
        .sort();
    expect(await of(`catch_id=${one.catchId}`)).toEqual([one.id]);
    expect(await of(`catch_id=${one.catchId}&catch_id=${two.catchId}`)).toEqual([one.id, two.id].sort());
    expect(await of(`catch_id=${one.catchId}&status=approved`)).toEqual([]);
    expect((await catches.call('GET', '/v1/verifications?catch_id=1')).status).toBe(400);
  });

  it.each([
    ['', owner],
    ['status=pending', reviewer],
    ['sort=created_at&status=pending&status=approved', owner],
  ])('keeps the rules of every list (%s)', async (query, caller) => {
    for (let at = 0; at < 3; at += 1) await requested();
    const get = (more: string) => catches.call('GET', `/v1/verifications?${more}`, undefined, caller);
    expect(await brokenListRules({ get, query, other: 'status=revoked', field: 'id' })).toEqual([]);
  });

  it('goes on for nobody who sees more or less of it', async () => {
    for (let at = 0; at < 2; at += 1) await requested();
    const { body } = await catches.call('GET', '/v1/verifications?per_page=1');
    const onward = (caller: typeof owner) =>
      catches.call('GET', `/v1/verifications?per_page=1&cursor=${String(body['next_cursor'])}`, undefined, caller);
    expect((await onward(owner)).status).toBe(200);
    expect(await onward({ ...owner, scopes: ['verifications:read', 'verifications:write'] })).toMatchObject({
      status: 400,
      body: { errors: [{ parameter: 'cursor' }] },
    });
  });

  it('and each of its requests show the fields that are asked for', async () => {
    const { id } = await requested();
    expect((await catches.call('GET', `/v1/verifications/${id}?fields=id,status`)).body).toEqual({
      id,
      status: 'pending',
    });
    expect(await catches.call('GET', `/v1/verifications/${id}?fields=state&limit=1`)).toMatchObject({
      status: 400,
      body: { errors: [{ parameter: 'fields' }, { parameter: 'limit' }] },
    });
  });

  it('shows a reviewer everything and an account its own', async () => {
    const stranger = { ...owner, accountId: 'acc_01h455vb4pex5vsknk0000zzzz' };
    const { id } = await requested();
    const seen = async (caller: typeof owner) =>
      (
        await catches.call<{ total: number; data: { id: string }[] }>(
          'GET',
          '/v1/verifications?status=pending',
          undefined,
          caller,
        )
      ).body;
    expect((await seen(reviewer)).data[0]?.id).toBe(id);
    expect((await seen(owner)).total).toBe((await seen(reviewer)).total);
    expect(await seen(stranger)).toMatchObject({ total: 0, data: [] });
    expect(await catches.call('GET', `/v1/verifications/${id}`, undefined, stranger)).toMatchObject({ status: 404 });
  });
});
