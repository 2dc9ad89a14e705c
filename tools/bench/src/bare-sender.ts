import { generateKeyPairSync, sign } from 'node:crypto';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { Agent } from 'undici';

// What the way to a webhook is measured against: one process that signs and sends what it gets and then answers,
// without authentication, a database, an event or a retry. Run by the bench; prints its address.
const webhook = new Webhook(`whsec_${Buffer.alloc(32, 7).toString('base64')}`);
const { privateKey } = generateKeyPairSync('ed25519');
const agent = new Agent();

const server = createServer((request, response) => {
  const send = async (): Promise<void> => {
    const { url, id } = (await json(request)) as { url: string; id: string };
    const payload = JSON.stringify({ id: `evt_${id}`, type: 'catch.created', data: { id, weight_lbs: 3.2 } });
    const at = new Date();
    const timestamp = String(Math.floor(at.getTime() / 1_000));
    const signature = sign(null, Buffer.from(`${id}.${timestamp}.${payload}`), privateKey).toString('base64');
    const headers = {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `${webhook.sign(id, at, payload)} v1a,${signature}`,
    };
    const { origin, pathname } = new URL(url);
    const answer = await agent.request({ origin, path: pathname, method: 'POST', headers, body: payload });
    await answer.body.dump();
    response.writeHead(201).end();
  };
  // The load ends in the middle of its last requests.
  send().catch(() => response.destroy());
});

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address !== 'string') process.stdout.write(`http://127.0.0.1:${address.port}\n`);
});
