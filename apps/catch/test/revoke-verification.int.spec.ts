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

describe('revoking', () => {
  const approved = async (body: object, catchId?: string) => {
    const of = catchId ?? (await catches.logged());
    const asked = await catches.call<{ id: string }>('POST', `/v1/catches/${of}/verifications`, body);
    await review(asked.body.id, 'approve');
    return { catchId: of, id: asked.body.id };
  };
  const tierOf = async (catchId: string) =>
    (await catches.call('GET', `/v1/catches/${catchId}`)).body['verification_tier'];

  it('takes the tier back to the highest that is still approved', async () => {
    const witnessed = await approved(WITNESSED);
    const certified = await approved(CERTIFIED, witnessed.catchId);
    expect(await tierOf(witnessed.catchId)).toBe('certified');
    expect(await review(certified.id, 'revoke', { reason: 'scale was off' })).toMatchObject({
      status: 200,
      body: {
        status: 'revoked',
        reason: 'scale was off',
        tier: 'certified',
        decided_by: reviewer.accountId,
        decided_at: expect.any(String) as string,
      },
    });
    expect(await tierOf(witnessed.catchId)).toBe('witnessed');
    expect((await review(witnessed.id, 'revoke', { reason: 'mistaken' })).status).toBe(200);
    expect(await tierOf(witnessed.catchId)).toBe('unverified');
    expect(await catches.call('GET', `/v1/verifications/${certified.id}`)).toMatchObject({
      body: { status: 'revoked', reason: 'scale was off' },
    });
  });

  it('of a lower tier leaves the higher one', async () => {
    const { catchId, id } = await approved(WITNESSED);
    await approved(CERTIFIED, catchId);
    await review(id, 'revoke', { reason: 'mistaken' });
    expect(await tierOf(catchId)).toBe('certified');
  });

  it('does not bring back what was approved before an edit', async () => {
    const { catchId, id } = await approved(WITNESSED);
    await catches.call('PATCH', `/v1/catches/${catchId}`, { weight_lbs: 2 });
    const certified = await approved(CERTIFIED, catchId);
    await review(certified.id, 'revoke', { reason: 'scale was off' });
    expect(await tierOf(catchId)).toBe('unverified');
    expect(await review(id, 'revoke', { reason: 'mistaken' })).toMatchObject({
      status: 200,
      body: { status: 'revoked' },
    });
  });

  it('needs a reason', async () => {
    const { id } = await approved(WITNESSED);
    for (const body of [undefined, {}, { reason: '' }, { reason: 'x'.repeat(201) }, { reason: null }])
      expect((await review(id, 'revoke', body)).status).toBe(400);
    expect((await review(id, 'revoke', { reason: 'x'.repeat(200) })).status).toBe(200);
  });

  it('happens once, and only to what was approved', async () => {
    const pending = await requested();
    expect(await review(pending.id, 'revoke', { reason: 'x' })).toMatchObject({
      status: 409,
      body: { code: 'verification.not_approved' },
    });
    await review(pending.id, 'reject', { reason: 'x' });
    expect(await review(pending.id, 'revoke', { reason: 'x' })).toMatchObject({
      status: 409,
      body: { code: 'verification.decided' },
    });
    const { id } = await approved(WITNESSED);
    await review(id, 'revoke', { reason: 'x' });
    for (const verb of ['revoke', 'approve', 'reject'])
      expect(await review(id, verb, { reason: 'x' })).toMatchObject({
        status: 409,
        body: { code: 'verification.decided' },
      });
  });

  it('is not for one’s own catch, an unknown request or a deleted catch', async () => {
    const { catchId, id } = await approved(WITNESSED);
    expect(await review(id, 'revoke', {}, { ...reviewer, accountId: owner.accountId })).toMatchObject({
      status: 403,
      body: { code: 'verification.own_catch' },
    });
    expect(await review('ver_01h455vb4pex5vsknk0000zzzz', 'revoke', {})).toMatchObject({
      status: 404,
      body: { code: 'verification.not_found' },
    });
    await catches.call('DELETE', `/v1/catches/${catchId}`);
    expect(await review(id, 'revoke', { reason: 'x' })).toMatchObject({ status: 410, body: { code: 'catch.deleted' } });
  });

  it('leaves a new request possible', async () => {
    const { catchId, id } = await approved(WITNESSED);
    await review(id, 'revoke', { reason: 'x' });
    expect((await catches.call('POST', `/v1/catches/${catchId}/verifications`, WITNESSED)).status).toBe(201);
  });
});
