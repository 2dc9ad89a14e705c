import type { RunningStack } from '@cds/local/running-stack';
import { eventually } from '@cds/testing';
import { Api, type Page } from './api.js';
import { type Fact, readFacts } from './facts.js';
import { killService } from './kill-service.js';
import { Subscriber } from './subscriber.js';
import { Writers } from './writers.js';

interface Row {
  id: string;
  weight_lbs: number;
  species_id: string;
  verification_tier: string;
  angler: { id: string };
}

const WRITERS = 20;

/** Processes that are killed while writes go on. */
export const faults = (here: () => RunningStack): void =>
  describe('faults', () => {
    let stack: RunningStack;
    let api: Api;
    let writers: Writers;
    let subscriber: Subscriber;
    let endpoint: { id: string };
    beforeAll(async () => {
      stack = here();
      api = new Api(stack, stack.credentials.api_key);
      subscriber = await Subscriber.listen();
      endpoint = await api.post('/v1/webhooks', { url: `${subscriber.url}/faults`, event_types: ['catch.created'] });
      writers = new Writers(stack.credentials);
      writers.start(WRITERS);
    });
    afterAll(async () => {
      await writers?.stop();
      if (endpoint) await api.delete(`/v1/webhooks/${endpoint.id}`);
      subscriber?.close();
    });

    /** Whether writes go through again, by new acknowledgements. */
    const goesOn = async (): Promise<void> => {
      const before = writers.acknowledged.logged.size;
      await eventually(() => expect(writers.acknowledged.logged.size).toBeGreaterThan(before + 20), {
        timeoutMs: 60_000,
      });
    };

    describe('under 20 writers', () => {
      it.each(['gateway', 'catch', 'species', 'leaderboard', 'webhook', 'kafka', 'postgres'])(
        'writes go on after kill -9 of %s',
        async (name) => {
          await goesOn();
          await killService(stack, name);
          await goesOn();
        },
      );
    });

    describe('once all is back', () => {
      let facts: Fact[];
      beforeAll(async () => {
        await goesOn();
        await writers.stop();
        const { logged } = writers.acknowledged;
        await eventually(
          async () => {
            facts = await readFacts(stack.credentials.kafka_brokers.split(','));
            const published = new Set(facts.map(({ key }) => key));
            expect([...logged].filter((id) => !published.has(id))).toEqual([]);
          },
          { timeoutMs: 60_000 },
        );
      });

      it('answered nothing unexpected', () => {
        expect(writers.surprises).toEqual([]);
      });

      it('has every acknowledged catch, with the tier that was acknowledged', async () => {
        const { logged, approved } = writers.acknowledged;
        const rows = new Map((await api.list<Row>('/v1/catches')).map((row) => [row.id, row]));
        expect([...logged].filter((id) => !rows.has(id))).toEqual([]);
        expect([...approved].filter((id) => rows.get(id)?.verification_tier !== 'witnessed')).toEqual([]);
        expect(rows.size).toBe((await api.get<Page<Row>>('/v1/catches')).total);
      });

      it('published every version of each catch once, in order', () => {
        // Sending again after a crash repeats an event under its own id; it is the same fact.
        const distinct = [...new Map(facts.map((fact) => [fact.id, fact])).values()];
        const versions = new Map<string, number[]>();
        for (const { key, version } of distinct) versions.set(key, [...(versions.get(key) ?? []), version]);
        const wrong = [...versions].filter(([, seen]) => seen.some((version, index) => version !== index + 1));
        expect(wrong).toEqual([]);
      });

      it('has sent a webhook of every acknowledged catch, and one alone however often it was sent', async () => {
        const { logged } = writers.acknowledged;
        const sent = (): Map<string, Set<string>> => {
          const messages = new Map<string, Set<string>>();
          for (const { webhookId, event } of subscriber.received) {
            const id = String(event.data['id']);
            messages.set(id, (messages.get(id) ?? new Set()).add(webhookId));
          }
          return messages;
        };
        // What a killed copy was sending is sent again when its lease ends.
        await eventually(() => expect([...logged].filter((id) => !sent().has(id))).toEqual([]), { timeoutMs: 120_000 });
        expect([...sent()].filter(([, messages]) => messages.size > 1)).toEqual([]);
      });

      it('has boards that agree with the catches', async () => {
        const verified = (await api.list<Row>('/v1/catches')).filter(
          ({ verification_tier: tier }) => tier !== 'unverified',
        );
        const boards = await api.list<{ id: string; rule: { species_id: string | null } }>(
          '/v1/leaderboards?metric=heaviest&period=all_time',
        );
        const interesting = boards.filter(
          ({ rule }) => rule.species_id === null || verified.some((row) => row.species_id === rule.species_id),
        );
        expect(interesting).toHaveLength(3);
        await eventually(
          async () => {
            for (const { id, rule } of interesting) {
              const counted = verified.filter((row) => rule.species_id === null || row.species_id === rule.species_id);
              const { data, total } = await api.get<Page<{ score: number; angler: { id: string } }>>(
                `/v1/leaderboards/${id}/entries`,
              );
              expect({ total, best: data[0]?.score }).toEqual({
                total: 1,
                best: Math.max(...counted.map((row) => row.weight_lbs)),
              });
            }
          },
          { timeoutMs: 30_000 },
        );
      });
    });
  });
