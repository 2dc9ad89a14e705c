import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { messageChecker } from '@cds/asyncapi';
import { TOPICS } from '@cds/contracts';
import type { RunningStack } from '@cds/local/running-stack';
import { noteSecretsOf, type OtlpReceiver, readTopic } from '@cds/testing';
import { runGo, runPython, runTypeScript } from './generated-clients/clients.js';
import { generate, generatorJar } from './generated-clients/generator.js';
import { storyOfOwnBoard } from './own-board.js';
import type { Product } from './product.js';
import { followWebhooksPage, type Ran } from './webhooks-page.js';
import { conditionalChange, fileThereAndBack, rateLimitOf, streamedCatch } from './sdk-journey.js';
import { logsWith, SPANS_OF_A_CATCH, tracedCatch } from './traced-catch.js';

const DEMO = join(import.meta.dirname, '..', '..', '..', 'tools', 'demo', 'run.mjs');

const demo = async (stack: RunningStack): Promise<string> => {
  const env = { ...process.env, NODE_OPTIONS: '', CDS_DATA_DIR: stack.folder };
  const { stdout } = await promisify(execFile)(process.execPath, [DEMO], { env });
  noteSecretsOf({ headers: {}, body: stdout });
  return stdout;
};

/** Every command of docs/webhooks.md, and what it is answered. */
const WEBHOOKS_PAGE: readonly Ran[] = [
  ['/v1/webhooks', 201],
  ['/v1/webhooks/$ENDPOINT_ID/test', 202],
  ['/v1/webhooks/$ENDPOINT_ID/deliveries', 200],
  ['/v1/webhook-deliveries/$DELIVERY_ID', 200],
  ['/v1/webhooks/$ENDPOINT_ID/rotate-secret', 200],
  ['/v1/webhooks', 201],
  ['/v1/webhooks/$ENDPOINT_ID/recover', 202],
  ['/v1/webhooks/$ENDPOINT_ID/replay', 202],
  ['/v1/webhook-recoveries/$RECOVERY_ID', 200],
  ['/v1/webhook-replays/$REPLAY_ID', 200],
  ['/v1/webhooks/$ENDPOINT_ID/deliveries', 200],
  ['/v1/webhook-deliveries/$DELIVERY_ID/resend', 202],
  ['/v1/events', 200],
  ['/v1/events/stream', 200],
  ['/v1/events/stream', 200],
  ['/.well-known/webhook-keys', 200],
];

const NO_JAR = 'Maven could not fetch openapi-generator';

/** What the program of every client prints; see `generated-clients/programs`. */
const PRINTED = {
  species: 2,
  weight: 8.5,
  depthIsAbsent: true,
  caughtAt: Date.parse('2026-01-02T03:04:05Z'),
  isSame: true,
  absent: 404,
};

/** What the product is for, from the first call to the signed webhook, with what is told of it on the way. */
export const story = (here: () => Product): void =>
  describe('the product', () => {
    let stack: RunningStack;
    let collector: OtlpReceiver;
    beforeAll(() => void ({ stack, collector } = here()));

    describe('the main story on the running product, with two copies of catch and of webhook', () => {
      it('happens from POST to signed webhook, each time it is played', async () => {
        for (let time = 1; time <= 2; time += 1) {
          const told = await demo(stack);
          expect(told).toContain('The whole story happened.');
          expect(told.match(/^verified:/gm)).toHaveLength(3);
          // Refused and retried; refused twice and given up; the same, and recovered.
          expect(told.match(/^msg_\S+ \S+ (\d+)$/gm)?.map((attempt) => attempt.slice(-3))).toEqual([
            ...['503', '204'],
            ...['503', '503'],
            ...['503', '503', '204'],
          ]);
        }
      });

      it('is one trace from the gateway to the attempt at the webhook, without a word that anybody sent', async () => {
        const { traceId, spans, words } = await tracedCatch(stack, collector);
        expect(spans).toEqual(expect.arrayContaining(SPANS_OF_A_CATCH));
        expect(logsWith(stack, traceId)).toEqual(expect.arrayContaining(['gateway', 'catch', 'webhook']));
        const exported = collector.bodies.join('');
        expect(words.filter((word) => exported.includes(word))).toEqual([]);
        // The rest of the story happens while the collector is away.
        await collector.stop();
      });

      it('reads the same under /api/v1 and /v1', async () => {
        const { base_url: baseUrl, api_key: key } = stack.credentials;
        const headers = { authorization: `Bearer ${key}` };
        const [canonical, alias] = await Promise.all(
          ['/api/v1', '/v1'].map(async (base) => (await fetch(`${baseUrl}${base}/catches`, { headers })).json()),
        );
        expect(canonical).toEqual(alias);
        // Of the story, which was played twice, and of the trace.
        expect(canonical).toMatchObject({ total: 3, page: 1, per_page: 25, has_more: false });
      });

      it.each(['', 'units=metric'])(
        'shows a species and an angler beside a catch as they show themselves, with %j',
        async (query) => {
          const { base_url: baseUrl, api_key: key } = stack.credentials;
          const read = async (path: string) =>
            (await (await fetch(`${baseUrl}/v1${path}`, { headers: { authorization: `Bearer ${key}` } })).json()) as {
              data: { species_id: string; species: object; angler: { id: string } }[];
            };
          const { data } = await read(`/catches?expand=species,angler&${query}`);
          for (const { species_id: speciesId, species, angler } of data) {
            expect([species, angler]).toEqual([
              await read(`/species/${speciesId}?${query}`),
              await read(`/anglers/${angler.id}`),
            ]);
          }
        },
      );

      it('is told by a board of an account, which is filled, edited to weeks and deleted', async () => {
        expect(await storyOfOwnBoard(stack)).toEqual({
          made: 201,
          ranked: [{ rank: 1, period: 'all' }],
          onStandardBoards: true,
          asOfNow: true,
          asOfLongAgo: 0,
          edits: [412, 200],
          isInItsWeek: true,
          wrongKind: 400,
          ends: [204, 404],
        });
      });

      it('leaves in the topics what /asyncapi.json says', async () => {
        const { base_url: baseUrl, kafka_brokers: brokers } = stack.credentials;
        const check = messageChecker((await (await fetch(`${baseUrl}/asyncapi.json`)).json()) as object);
        for (const topic of [TOPICS.catchEvents, TOPICS.speciesCatalog, TOPICS.leaderboardEvents]) {
          const messages = await readTopic(brokers.split(','), topic);
          expect(messages.length).toBeGreaterThan(0);
          for (const { key, value, headers: sent } of messages) {
            const headers: Record<string, string> = Object.fromEntries(
              Object.entries(sent ?? {}).map(([name, text]) => [name, String(text)]),
            );
            const violation = check(headers['ce_type'] ?? 'none', {
              headers,
              payload: JSON.parse(String(value)) as unknown,
            });
            expect({ violation, key: String(key) }).toEqual({ violation: null, key: headers['ce_subject'] });
          }
        }
      });

      it('is called by the SDK, conditionally, with files, and live', async () => {
        const gone = ['worm', 'request.precondition_failed', 'catch.deleted', ['/species', '/weight_lbs']];
        expect(await conditionalChange(stack)).toEqual(gone);
        const told = { accepted: 5, rejected: 1, line: 6, rows: 5, listed: 5, whole: true, size: true };
        expect(await fileThereAndBack(stack, 5)).toEqual(told);
        expect(await streamedCatch(stack)).toBe(true);
        expect(await rateLimitOf(stack)).toBe(true);
      });
    });

    it('each command of docs/webhooks.md is answered as the page says', async () => {
      expect(await followWebhooksPage(stack)).toEqual(WEBHOOKS_PAGE);
    });

    describe('clients that openapi-generator writes from the document', () => {
      let folder: string;
      let jar: string | null;
      beforeAll(async () => {
        folder = await mkdtemp(join(tmpdir(), 'cds-clients-'));
        jar = await generatorJar();
        if (jar !== null) await generate(jar, folder);
      });
      afterAll(() => rm(folder, { recursive: true, force: true }));

      it.each([
        ['typescript', runTypeScript],
        ['normalized', runTypeScript],
        ['python', runPython],
        ['go', runGo],
      ])('compile and are answered as the document says: %s', async (name, run) => {
        const { base_url: url, api_key: key } = stack.credentials;
        const outcome = jar === null ? { skipped: NO_JAR } : await run(join(folder, name), { url, key });
        if ('skipped' in outcome) process.stderr.write(`The client in ${name} was not called: ${outcome.skipped}.\n`);
        else expect(outcome.printed).toEqual(PRINTED);
      });
    });
  });
