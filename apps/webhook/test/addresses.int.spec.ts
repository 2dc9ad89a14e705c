import type { Caller } from '@cds/identity';
import { catchLogged } from './webhook.builders.js';
import { Receiver } from './receiver.js';
import { someAccount, WebhookHarness } from './webhook.harness.js';
import type { Resolve } from '../src/deliveries/attempt/guarded-lookup.js';

/** What the name servers say. */
const hosts: Record<string, string[]> = {};
const resolve: Resolve = (host, _options, callback) => {
  const addresses = hosts[host];
  if (addresses)
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  else callback(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }), []);
};

let app: WebhookHarness;
let receiver: Receiver;
let account: Caller;
beforeAll(async () => {
  app = await WebhookHarness.start({ resolve });
});
afterAll(() => app.stop());
beforeEach(async () => {
  receiver = await Receiver.start();
  account = someAccount();
});
afterEach(() => receiver.stop());

describe('a name', () => {
  const named = (host: string): string => `http://${host}:${receiver.port}/hooks`;

  it('that leads to loopback is reached under the flag', async () => {
    hosts['here.test'] = ['127.0.0.1'];
    expect((await app.delivered(account, { url: named('here.test') })).delivery.status).toBe('delivered');
    expect(receiver.received[0]?.headers['host']).toBe(`here.test:${receiver.port}`);
  });

  it('that nobody knows has a DNS error', async () => {
    expect((await app.delivered(account, { url: named('nowhere.test') })).delivery.attempts).toMatchObject([
      { response: null, error: 'dns' },
    ]);
  });

  it.each([
    ['to a private address', ['10.0.0.1']],
    ['to metadata', ['169.254.169.254']],
    ['to a mapped loopback address', ['::ffff:127.0.0.1']],
    ['to this host', ['0.0.0.0']],
    ['to loopback and to a private address', ['127.0.0.1', '192.168.0.1']],
    ['without TLS to a public address', ['8.8.8.8']],
  ])('that leads %s is blocked', async (_what, addresses) => {
    hosts['blocked.test'] = addresses;
    expect((await app.delivered(account, { url: named('blocked.test') })).delivery).toMatchObject({
      status: 'failed',
      attempts: [{ response: null, error: 'address_blocked' }],
    });
    expect(receiver.received).toEqual([]);
  });

  it('that is bound anew between attempts is checked each time', async () => {
    hosts['rebound.test'] = ['127.0.0.1'];
    receiver.answers((_request, response) => {
      hosts['rebound.test'] = ['10.0.0.1'];
      response.writeHead(500, { connection: 'close' }).end();
    });
    const { delivery } = await app.delivered(account, { url: named('rebound.test'), retry_schedule: [1] }, 2);
    expect(delivery.attempts.map(({ response, error }) => response?.status ?? error)).toEqual([500, 'address_blocked']);
  });
});

describe('a literal address that was allowed once', () => {
  it.each(['http://10.0.0.1/', 'https://[fe80::1]/', 'https://169.254.169.254/', 'http://2130706434:1/'])(
    'is checked again when connecting: %s',
    async (url) => {
      const endpoint = await app.endpoint(account, receiver.url, { retry_schedule: [] });
      await app.pool.query('UPDATE endpoints SET url = $2 WHERE id = $1', [endpoint.id, url]);
      const event = catchLogged(account.accountId);
      await app.publish(event);
      const { attempts } = await app.delivery(account, endpoint.id, event.id, ({ status }) => status === 'failed');
      expect(attempts).toMatchObject([
        { response: null, error: url.includes('2130706434') ? 'connection_refused' : 'address_blocked' },
      ]);
    },
  );
});
