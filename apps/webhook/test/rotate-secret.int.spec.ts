import type { Caller } from '@cds/identity';
import { Webhook } from 'standardwebhooks';
import { catchLogged } from './webhook.builders.js';
import { Receiver } from './receiver.js';
import { type Created, someAccount, WebhookHarness } from './webhook.harness.js';

let app: WebhookHarness;
let receiver: Receiver;
let account: Caller;
beforeAll(async () => {
  [app, receiver] = await Promise.all([WebhookHarness.start(), Receiver.start()]);
});
afterAll(() => Promise.all([app.stop(), receiver.stop()]));
beforeEach(() => {
  account = someAccount();
});

const rotate = (id: string, body?: object, headers: Record<string, string> = {}, caller = account) =>
  app.call<Created & { code: string }>(caller, 'POST', `/v1/webhooks/${id}/rotate-secret`, body, headers);

/** The next request that an endpoint gets. */
const nextRequest = async () => {
  const event = catchLogged(account.accountId);
  await app.publish(event);
  const [request] = await receiver.got(event.id);
  if (!request) throw new Error('no request came');
  return request;
};

/** Which of the secrets made one of the signatures, in the order of the secrets. */
const verifiedBy = ({ body, headers }: { body: string; headers: object }, secrets: readonly string[]): boolean[] =>
  secrets.map((secret) => {
    try {
      new Webhook(secret).verify(body, headers as Record<string, string>);
      return true;
    } catch {
      return false;
    }
  });

describe('POST /v1/webhooks/{id}/rotate-secret', () => {
  it('answers a new secret, beside which the old ones go on signing', async () => {
    const endpoint = await app.endpoint(account, receiver.url);
    const { status, headers, body: second } = await rotate(endpoint.id);
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(second.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(second).toEqual({ ...endpoint, secret: second.secret, updated_at: second.updated_at });
    const third = (await rotate(endpoint.id, { overlap_hours: 168 })).body;
    const request = await nextRequest();
    const secrets = [third.secret, second.secret, endpoint.secret];
    expect(verifiedBy(request, secrets)).toEqual([true, true, true]);
    const first = String(request.headers['webhook-signature']).split(' ')[0] ?? '';
    expect(verifiedBy({ ...request, headers: { ...request.headers, 'webhook-signature': first } }, secrets)).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('without overlap ends the old secret at once', async () => {
    const endpoint = await app.endpoint(account, receiver.url);
    const { body } = await rotate(endpoint.id, { overlap_hours: 0 });
    expect(verifiedBy(await nextRequest(), [body.secret, endpoint.secret])).toEqual([true, false]);
  });

  it('lets a secret sign until its overlap is over', async () => {
    const endpoint = await app.endpoint(account, receiver.url);
    const { body } = await rotate(endpoint.id, { overlap_hours: 1 });
    await app.pool.query(
      `UPDATE endpoints SET previous_secrets = jsonb_set(previous_secrets, '{0,expires_at}', to_jsonb($2::text))
       WHERE id = $1`,
      [endpoint.id, new Date(Date.now() - 1).toISOString()],
    );
    expect(verifiedBy(await nextRequest(), [body.secret, endpoint.secret])).toEqual([true, false]);
  });

  it('is repeated under its key without the secret, and rotates once', async () => {
    const endpoint = await app.endpoint(account, receiver.url);
    const key = { 'idempotency-key': 'rotate' };
    const { secret, ...view } = (await rotate(endpoint.id, {}, key)).body;
    const again = await rotate(endpoint.id, {}, key);
    expect([again.status, again.body, again.headers.get('idempotency-replayed')]).toEqual([200, view, 'true']);
    expect(verifiedBy(await nextRequest(), [secret, endpoint.secret])).toEqual([true, true]);
  });

  it.each([{ overlap_hours: -1 }, { overlap_hours: 169 }, { overlap_hours: 0.5 }, { overlap: 1 }])(
    'is a 400 to %j',
    async (body) => {
      const { id } = await app.endpoint(account, receiver.url);
      expect((await rotate(id, body)).status).toBe(400);
    },
  );

  it('is a 404 to another account', async () => {
    const { id } = await app.endpoint(account, receiver.url);
    expect((await rotate(id, { overlap: 1 }, {}, someAccount())).status).toBe(404);
  });

  it('is a 422 when more than 10 earlier secrets would sign', async () => {
    const { id } = await app.endpoint(account, receiver.url);
    for (let rotation = 0; rotation < 10; rotation += 1) expect((await rotate(id)).status).toBe(200);
    expect(await rotate(id)).toMatchObject({ status: 422, body: { code: 'webhook.secret_limit' } });
    expect((await rotate(id, { overlap_hours: 0 })).status).toBe(200);
  });
});

describe('headers of an endpoint', () => {
  it('are sent with each request beside ours, and masked in the attempt', async () => {
    const headers = { authorization: 'Bearer abc', 'X-Team': 'records' };
    const endpoint = await app.endpoint(account, receiver.url, { headers });
    const event = catchLogged(account.accountId);
    await app.publish(event);
    const { attempts } = await app.delivery(account, endpoint.id, event.id, ({ status }) => status === 'delivered');
    const [request] = await receiver.got(event.id);
    expect(request?.headers).toMatchObject({ authorization: 'Bearer abc', 'x-team': 'records' });
    expect(attempts[0]?.request.headers).toMatchObject({
      authorization: '********',
      'x-team': '********',
      'webhook-id': request?.headers['webhook-id'],
      'user-agent': request?.headers['user-agent'],
    });
  });
});
