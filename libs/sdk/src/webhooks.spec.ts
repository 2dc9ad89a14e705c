import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { failureOf } from '../test/scripted.js';
import { verify, verifyRequest } from './webhooks.js';

const SECRET_BYTES = Buffer.from('0123456789abcdef01234567');
const SECRET = `whsec_${SECRET_BYTES.toString('base64')}`;
const OTHER = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const RAW = Buffer.from((publicKey.export({ format: 'jwk' }) as { x: string }).x, 'base64url');
const PUBLIC = `whpk_${RAW.toString('base64')}`;

const BODY = JSON.stringify({
  id: 'evt_1',
  type: 'ping',
  timestamp: '2026-11-20T07:30:00.000Z',
  data: { note: 'Forelle ü' },
});
const now = (): number => Math.floor(Date.now() / 1_000);

const v1 = (text: string | Buffer) => `v1,${createHmac('sha256', SECRET_BYTES).update(text).digest('base64')}`;
const v1a = (text: string) => `v1a,${sign(null, Buffer.from(text), privateKey).toString('base64')}`;
const signed = (body = BODY, at: number | string = now()) => {
  const text = `msg_1.${at}.${body}`;
  return { text, headers: { 'webhook-id': 'msg_1', 'webhook-timestamp': String(at), 'webhook-signature': v1(text) } };
};

describe('a webhook', () => {
  it('is the event when its secret signed it, in whatever form headers and body are', async () => {
    const { headers } = signed();
    const event = JSON.parse(BODY) as object;
    expect(await verify(headers, BODY, SECRET)).toEqual(event);
    expect(await verify(new Headers(headers), new TextEncoder().encode(BODY), [OTHER, SECRET])).toEqual(event);
    const inNode = {
      'Webhook-Id': ['msg_1'],
      'Webhook-Timestamp': headers['webhook-timestamp'],
      'WEBHOOK-SIGNATURE': headers['webhook-signature'],
    };
    expect(await verify(inNode, BODY, SECRET)).toEqual(event);
    const request = new Request('https://x', { method: 'POST', headers, body: BODY });
    expect(await verifyRequest(request, SECRET)).toEqual(event);
  });

  it('is the event when the service’s key signed it', async () => {
    const { text, headers } = signed();
    const sent = { ...headers, 'webhook-signature': v1a(text) };
    expect(await verify(sent, BODY, PUBLIC)).toMatchObject({ id: 'evt_1' });
    expect(await verify(sent, BODY, { keys: [{ whpk: PUBLIC }] })).toMatchObject({ id: 'evt_1' });
    expect(await failureOf(verify(sent, BODY, SECRET))).toMatchObject({ code: 'sdk.webhook_signature' });
  });

  it('needs one signature that fits, among others and those of other versions', async () => {
    const { text, headers } = signed();
    const many = `v2,abc v1,nonsense ${v1a('other')} v1,${Buffer.alloc(32).toString('base64')} ${v1(text)}`;
    const sent = { ...headers, 'webhook-signature': many };
    expect(await verify(sent, BODY, [SECRET, PUBLIC])).toMatchObject({ id: 'evt_1' });
  });

  it.each([
    ['another body', { body: BODY.replace('ü', 'u') }],
    ['another id', { headers: { 'webhook-id': 'msg_2' } }],
    ['another time', { headers: { 'webhook-timestamp': String(now() - 1) } }],
    [
      'a signature of the other kind',
      { headers: { 'webhook-signature': signed().headers['webhook-signature'].replace('v1,', 'v1a,') } },
    ],
    ['none', { headers: { 'webhook-signature': '' } }],
  ])('is refused with %s', async (_what, { body = BODY, headers = {} }: { body?: string; headers?: object }) => {
    const sent = { ...signed().headers, ...headers };
    expect(await failureOf(verify(sent, body, [SECRET, PUBLIC]))).toMatchObject({
      code: expect.stringMatching(/^sdk\.webhook_(signature|headers)$/) as string,
    });
  });

  it.each([-301, 301, NaN])('is refused when it was signed %d s from now', async (seconds) => {
    const { headers } = signed(BODY, Number.isNaN(seconds) ? 'soon' : now() + seconds + Math.sign(seconds));
    expect(await failureOf(verify(headers, BODY, SECRET))).toMatchObject({ code: 'sdk.webhook_timestamp' });
  });

  it('may be older when its receiver says so', async () => {
    const { headers } = signed(BODY, now() - 3_600);
    expect(await verify(headers, BODY, SECRET, { toleranceSeconds: 7_200 })).toMatchObject({ id: 'evt_1' });
  });

  it('is signed over its bytes, whether they are UTF-8 or not', async () => {
    const bytes = Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]);
    const at = now();
    const signature = v1(Buffer.concat([Buffer.from(`msg_1.${at}.`), bytes]));
    const headers = { 'webhook-id': 'msg_1', 'webhook-timestamp': String(at), 'webhook-signature': signature };
    expect(await verify(headers, bytes, SECRET)).toEqual({ a: '\ufffd\ufffd' });
  });
});

describe('a key', () => {
  it.each([
    ['that is too short to be a secret', `whsec_${Buffer.alloc(15).toString('base64')}`],
    ['with a typing error', `${SECRET.slice(0, -1)}-`],
    ['of another length', `whpk_${Buffer.alloc(31).toString('base64')}`],
    ['of another kind', 'cds_live_x'],
    ['that is none', []],
  ])('%s is a mistake of the receiver’s', async (_what, key) => {
    expect(await failureOf(Promise.resolve().then(() => verify(signed().headers, BODY, key)))).toBeInstanceOf(
      TypeError,
    );
  });
});
