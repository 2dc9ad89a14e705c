import { join } from 'node:path';
import { countingReceiver, deliveryRate } from '../delivery-rate.js';
import { judged, type Measurement } from '../measurement.js';
import { startServer } from '../start-server.js';
import { throughputOf } from '../throughput.js';

const MESSAGES = 200_000;
const MEGABYTE = 1_048_576;

/** Requests per second of a server that signs and sends what it gets, before it answers. */
const bareRate = async (seconds: number): Promise<number> => {
  const sender = await startServer(join(import.meta.dirname, '..', 'bare-sender.js'), {});
  const receiver = await countingReceiver();
  try {
    const target = { url: sender.url, body: JSON.stringify({ url: receiver.url, id: 'catch_1' }) };
    await throughputOf(target, seconds);
    return (await throughputOf(target, seconds)).perSecond;
  } finally {
    receiver.stop();
    sender.stop();
  }
};

/** Sustained deliveries to ten endpoints, beside what one process can sign and send at all. */
export const deliveries = (): Measurement => ({
  name: 'deliveries',
  run: async ({ stack, seconds }) => {
    const bare = await bareRate(seconds * 2);
    const { perSecond, grownBytes } = await deliveryRate(stack, MESSAGES);
    const peer = `${bare.toFixed(0)}/s`;
    return [
      judged({ name: 'deliveries, /s', measured: `${MESSAGES} messages`, peer }, perSecond, { least: 1_300 }),
      judged({ name: 'deliveries, of the bare limit', peer }, perSecond / bare, { least: 0.5 }),
      judged({ name: 'deliveries, memory added' }, grownBytes / MEGABYTE, { most: 64, unit: 'MB' }),
    ];
  },
});
