import { newKey } from '../api.js';
import { fill } from '../fill.js';
import { judged, type Measurement } from '../measurement.js';
import { memoryOfTree } from '../memory.js';
import { keepOpen } from '../raw-connections.js';
import { steadyReads } from '../steady-reads.js';
import { after } from '../steady-writes.js';

const READERS = 1_100;
const SENDERS = 1_000;
const READS_PER_SECOND = 50;
const ROWS = 200;
const MEGABYTE = 1_048_576;

const headOf = (method: string, path: string, key: string, more = ''): string =>
  `${method} ${path} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${key}\r\n${more}\r\n`;

const BODY = 'Content-Type: application/json\r\nContent-Length: 60000\r\n';

/** What others' reads take beside connections that never read their answer, and others that send a byte a second. */
export const slowReaders = (): Measurement => {
  let [id, key] = ['', ''];
  return {
    name: 'slow-readers',
    prepare: async ({ stack: { credentials } }) => {
      id = await fill(credentials, ROWS);
      key = await newKey(credentials);
    },
    run: async ({ stack, seconds }) => {
      const { base_url: origin, api_key: own } = stack.credentials;
      const target = { url: `${origin}/v1/catches/${id}`, headers: { authorization: `Bearer ${own}` } };
      const memory = () => memoryOfTree(stack.pidOf('gateway') ?? 0) / MEGABYTE;
      const idle = await steadyReads(target, READS_PER_SECOND, after(seconds * 2));
      const attacks = [
        keepOpen(origin, { connections: READERS, head: headOf('GET', '/v1/catches?per_page=100', key) }),
        keepOpen(origin, { connections: SENDERS, head: headOf('POST', '/v1/catches', key, BODY), drip: ' ' }),
      ];
      try {
        // The bystander is measured once all are connected, and memory from then on.
        await steadyReads(target, READS_PER_SECOND, after(seconds));
        const before = memory();
        const busy = await steadyReads(target, READS_PER_SECOND, after(seconds * 5));
        const grown = memory() - before;
        const measured = `${busy.p99Ms.toFixed(1)} ms`;
        const peer = `${idle.p99Ms.toFixed(1)} ms idle`;
        const beside = `beside ${READERS} deaf readers and ${SENDERS} slow senders`;
        return [
          judged({ name: `p99 of GET ${beside}`, measured, peer }, busy.p99Ms, { most: 300, unit: 'ms' }),
          judged({ name: 'refused to others', measured: `${busy.count} reads` }, busy.refused, { most: 0 }),
          judged({ name: 'memory that the gateway adds', measured: `${before.toFixed(0)} MB before` }, grown, {
            most: 32,
            unit: 'MB',
          }),
        ];
      } finally {
        for (const attack of attacks) attack.stop();
      }
    },
  };
};
