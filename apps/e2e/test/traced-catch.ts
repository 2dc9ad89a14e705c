import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunningStack } from '@cds/local/running-stack';
import { eventually, type OtlpReceiver } from '@cds/testing';
import { Api } from './api.js';
import { Subscriber } from './subscriber.js';

/** What one POST of a catch causes, as `service: span`. */
export const SPANS_OF_A_CATCH = [
  'cds-gateway: server POST /v1/catches',
  'cds-gateway: client POST /v1/catches',
  'cds-catch: server POST /v1/catches',
  'cds-catch: producer send catch.events',
  'cds-leaderboard: consumer process catch.events',
  'cds-species: consumer process catch.events',
  'cds-webhook: consumer process catch.owner-events',
  'cds-webhook: client deliver catch.created',
];

const KINDS = ['', 'internal', 'server', 'client', 'producer', 'consumer'];

/** Logs a catch in a trace of its own, and waits for its spans. `words` are those that no span may contain. */
export const tracedCatch = async (
  stack: RunningStack,
  collector: OtlpReceiver,
): Promise<{ traceId: string; spans: string[]; words: string[] }> => {
  const { base_url: baseUrl, api_key: key } = stack.credentials;
  const subscriber = await Subscriber.listen();
  const path = '/a-secret-in-a-path';
  try {
    const order = { url: `${subscriber.url}${path}`, event_types: ['catch.created'] };
    const endpoint = await new Api(stack, key).post('/v1/webhooks', order);
    const traceId = randomBytes(16).toString('hex');
    const bait = 'a bait that nobody else knows';
    const answer = await fetch(`${baseUrl}/v1/catches`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        traceparent: `00-${traceId}-${randomBytes(8).toString('hex')}-01`,
      },
      body: JSON.stringify({ species: 'largemouth bass', weight_lbs: 2, bait }),
    });
    if (answer.status !== 201) throw new Error(`POST /v1/catches: ${answer.status} ${await answer.text()}`);
    const spans = (): string[] =>
      collector.ofTrace(traceId).map(({ service, kind, name }) => `${service}: ${KINDS[kind]} ${name}`);
    await eventually(
      () => {
        const missing = SPANS_OF_A_CATCH.filter((span) => !spans().includes(span));
        if (missing.length > 0) throw new Error(`Not exported: ${missing.join(', ')}. Exported: ${spans().join(', ')}`);
      },
      { timeoutMs: 30_000 },
    );
    await new Api(stack, key).delete(`/v1/webhooks/${endpoint.id}`);
    return { traceId, spans: spans(), words: [key, path, bait, new URL(baseUrl).host] };
  } finally {
    subscriber.close();
  }
};

/** The services in whose logs a trace is named. */
export const logsWith = (stack: RunningStack, traceId: string): string[] => {
  const folder = join(stack.folder, 'logs');
  const files = readdirSync(folder).filter((file) => readFileSync(join(folder, file), 'utf8').includes(traceId));
  return files.map((file) => file.replace(/[-.].*$/, ''));
};
