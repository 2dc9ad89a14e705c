import { join } from 'node:path';
import { judged, type Measurement } from '../measurement.js';
import type { Result } from '../report.js';
import { startServer } from '../start-server.js';
import { bareLatency, webhookLatency } from '../webhook-latency.js';

const LOADS = [
  { perSecond: 50, bars: { p50Ms: 15, p99Ms: 60 } },
  { perSecond: 300, bars: { p99Ms: 250 } },
] as const;

/**
 * Milliseconds from sending POST /v1/catches to the arrival of the webhook, beside those of a server that only signs
 * and sends. A message that is missing misses the bar.
 */
export const webhooks = (): Measurement => ({
  name: 'webhooks',
  run: async ({ stack, seconds }) => {
    const sender = await startServer(join(import.meta.dirname, '..', 'bare-sender.js'), {});
    const results: Result[] = [];
    for (const { perSecond, bars } of LOADS) {
      const load = { perSecond, seconds: seconds * 2 };
      const bare = await bareLatency(sender.url, load);
      const { sent, received, ...latency } = await webhookLatency(stack.credentials, load);
      const line = (share: 'p50Ms' | 'p99Ms', most: number): Result => {
        const name = `POST to webhook at ${perSecond}/s, ${share.slice(0, 3)}`;
        const value = received === sent ? latency[share] : Number.POSITIVE_INFINITY;
        const measured = `${received} of ${sent} received`;
        return judged({ name, measured, peer: `${bare[share].toFixed(1)} ms` }, value, { most, unit: 'ms' });
      };
      if ('p50Ms' in bars) results.push(line('p50Ms', bars.p50Ms));
      results.push(line('p99Ms', bars.p99Ms));
    }
    sender.stop();
    return results;
  },
});
