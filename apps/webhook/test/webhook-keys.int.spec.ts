import { createPublicKey, type JsonWebKey, verify } from 'node:crypto';
import { Webhook } from 'svix';
import type { SigningKeySetView } from '../src/signing/signing-key-view.js';
import { Receiver, verified } from './receiver.js';
import { someAccount, WebhookHarness } from './webhook.harness.js';

let app: WebhookHarness;
let receiver: Receiver;
beforeAll(async () => {
  [app, receiver] = await Promise.all([WebhookHarness.start(), Receiver.start()]);
});
afterAll(() => Promise.all([app.stop(), receiver.stop()]));

const keySet = (headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
  fetch(`${app.service.url}/.well-known/webhook-keys`, { headers });

describe('the public keys', () => {
  it('are shown to anybody, and may be cached', async () => {
    const answer = await keySet();
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=300');
    const { keys } = (await answer.json()) as SigningKeySetView;
    expect(keys).toEqual([
      {
        kty: 'OKP',
        crv: 'Ed25519',
        x: expect.stringMatching(/^[\w-]{43}$/),
        kid: expect.stringMatching(/^[\w-]{43}$/),
        use: 'sig',
        alg: 'EdDSA',
        whpk: expect.stringMatching(/^whpk_[\w+/]{43}=$/),
        signs_from: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/),
      },
    ]);
    expect(keys.map(({ whpk }) => Buffer.from(whpk.slice('whpk_'.length), 'base64').toString('base64url'))).toEqual(
      keys.map(({ x }) => x),
    );
    expect((await keySet({ 'if-none-match': answer.headers.get('etag') ?? '' })).status).toBe(304);
  });

  it('never show the private part', async () => {
    expect(await (await keySet()).text()).not.toContain('"d"');
  });

  it('verify what is delivered, which official packages verify by the endpoint’s secret', async () => {
    const { endpoint, eventId } = await app.delivered(someAccount(), { url: receiver.url });
    const [request] = await receiver.got(eventId);
    if (!request) throw new Error('nothing was received');
    const { headers, body } = request;
    expect(verified(request, endpoint.secret)).toMatchObject({ id: eventId });
    expect(() => void new Webhook(endpoint.secret).verify(body, headers)).not.toThrow();
    const { keys } = (await (await keySet()).json()) as { keys: JsonWebKey[] };
    const [, signature = ''] = /(?:^| )v1a,(\S+)/.exec(headers['webhook-signature'] ?? '') ?? [];
    const signed = Buffer.from(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`);
    expect(
      keys.map((key) =>
        verify(null, signed, createPublicKey({ key, format: 'jwk' }), Buffer.from(signature, 'base64')),
      ),
    ).toEqual([true]);
  });
});
