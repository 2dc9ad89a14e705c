import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { eventually } from '@cds/testing';
import type { Product } from '../product.js';
import { expectBounded, PIXEL, statusesOf, together } from './answers.js';
import { beside } from './bystander.js';
import { type Answered, Caller } from './caller.js';
import { HOSTILE_CALLS } from './hostile-calls.js';
import { deafReader, slowSender } from './raw-connection.js';

const MANY = 200;

/** Whoever does their worst, beside somebody whose ordinary calls go on. */
export const abuse = (here: () => Product): void =>
  describe('abuse', () => {
    let attacker: Caller;
    let bystander: Caller;
    let admin: Caller;
    beforeAll(async () => {
      const { stack } = here();
      attacker = await Caller.of(stack, 'attacker');
      bystander = await Caller.of(stack, 'bystander');
      admin = Caller.admin(stack);
    });

    describe('beside somebody who', () => {
      it('reads none of many answers, ordinary calls go on', async () => {
        const refused = await beside(bystander, async () => {
          const paths = ['/v1/species?per_page=100', '/openapi.json', '/v1/catches?per_page=100'];
          const deaf = await together(MANY, (index) => deafReader(attacker, paths[index % paths.length] ?? ''));
          await pause(500);
          for (const socket of deaf) socket.destroy();
        });
        expect(refused).toEqual([]);
      });

      it('sends many bodies a byte at a time, ordinary calls go on', async () => {
        const refused = await beside(bystander, async () => {
          const slow = await together(MANY, () => slowSender(attacker, '/v1/catches', 'application/json'));
          const answer = await eventually(async () => {
            const one = await attacker.ask('GET', '/v1/catches');
            expect(one.status).toBe(429);
            return one;
          });
          expectBounded([answer], ['limit.in_flight']);
          for (const socket of slow) socket.destroy();
        });
        expect(refused).toEqual([]);
        await eventually(async () => expect((await attacker.ask('GET', '/v1/catches')).status).toBe(200));
      });

      it('sends many photos a byte at a time, others add theirs', async () => {
        const { id } = await attacker.made('/v1/catches', { species: 'walleye', weight_lbs: 3 });
        const refused = await beside(bystander, async () => {
          const path = `/v1/catches/${String(id)}/photos`;
          const slow = await together(30, () => slowSender(attacker, path, 'multipart/form-data; boundary=x'));
          const own = await bystander.made('/v1/catches', { species: 'walleye', weight_lbs: 3 });
          const photo = new FormData();
          photo.set('file', new Blob([PIXEL], { type: 'image/png' }), 'pixel.png');
          expect((await bystander.ask('POST', `/v1/catches/${String(own['id'])}/photos`, photo)).status).toBe(201);
          for (const socket of slow) socket.destroy();
        });
        expect(refused).toEqual([]);
      });

      it('counts and searches as fast as it can, ordinary calls go on', async () => {
        const refused = await beside(bystander, async () => {
          const answers = await together(120, (index) =>
            attacker.ask(
              'GET',
              `/v1/catches?q=w&near=30,-97,12000&sort=-weight_lbs,created_at&min_weight_lbs=0.${index + 1}`,
            ),
          );
          expectBounded(answers, ['limit.in_flight', 'limit.heavy_reads']);
          expect(statusesOf(answers)).toContain(429);
        });
        expect(refused).toEqual([]);
      });

      it('sends bodies of nothing but mistakes, ordinary calls go on', async () => {
        const mistakes = (length: number) =>
          Object.fromEntries(Array.from({ length }, (_, index) => [`unknown_${index}`, index]));
        const refused = await beside(bystander, async () => {
          const answers = await together(20, () => attacker.send('/v1/catches', mistakes(1_000)));
          expect(statusesOf(answers)).toEqual([400]);
          for (const { body, length } of answers) {
            expect(body['errors']).toHaveLength(100);
            expect(body['more_errors']).toBeGreaterThan(900);
            expect(length).toBeLessThan(30_000);
          }
          const wide = await together(20, () => attacker.send('/v1/catches', mistakes(40_000)));
          const tooWide = wide.filter(({ status }) => status === 400);
          expect(tooWide).not.toEqual([]);
          for (const { body } of tooWide) expect(body['errors']).toMatchObject([{ code: 'too_many_members' }]);
          expectBounded(
            wide.filter(({ status }) => status !== 400),
            ['limit.in_flight'],
          );
        });
        expect(refused).toEqual([]);
      });

      it('imports what is no file of catches, ordinary calls go on', async () => {
        const refused = await beside(bystander, async () => {
          const bomb = gzipSync(Buffer.alloc(64 * 1_048_576));
          const packed = { 'content-type': 'text/csv', 'content-encoding': 'gzip' };
          expect((await attacker.ask('POST', '/v1/catches/import', bomb, packed)).status).toBe(400);
          const header = `species,weight_lbs,${Array.from({ length: 60_000 }, (_, index) => `metadata.${index}`).join(',')}\n`;
          const wide = await attacker.ask('POST', '/v1/catches/import', header, { 'content-type': 'text/csv' });
          const ended = await eventually(async () => {
            const { body } = await attacker.ask('GET', `/v1/imports/${String(wide.body['id'])}`);
            expect(body['status']).toBe('failed');
            return body;
          });
          expect(ended['error']).toContain('at most 80');
        });
        expect(refused).toEqual([]);
      });

      it('invents credentials, ordinary calls go on', async () => {
        const refused = await beside(bystander, async () => {
          const stranger = Object.create(attacker, { key: { value: `cds_live_${'A'.repeat(32)}_000000` } }) as Caller;
          for (let burst = 0; burst < 8; burst += 1) {
            const answers = await together(50, () => stranger.ask('GET', '/v1/catches'));
            for (const { status } of answers) expect([401, 429]).toContain(status);
          }
        });
        expect(refused).toEqual([]);
      });
    });

    describe('beside somebody who calls', () => {
      it('what costs no quota as fast as it can, ordinary calls go on', async () => {
        const refused = await beside(bystander, async () => {
          for (let burst = 0; burst < 8; burst += 1) {
            const limits = await together(40, () => attacker.ask('GET', '/v1/rate_limit'));
            expect(statusesOf(limits)).toEqual([200]);
            const health = await together(40, () => fetch(`${attacker.origin}/health/ready`));
            expect([...new Set(health.map(({ status }) => status))]).toEqual([200]);
            await Promise.all(health.map((one) => one.arrayBuffer()));
          }
        });
        expect(refused).toEqual([]);
      });

      it.each(HOSTILE_CALLS)('%s, ordinary calls go on, and nobody fails', async (_name, call, statuses) => {
        const refused = await beside(bystander, async () => {
          for (const { status } of await together(10, () => call(attacker))) expect(statuses).toContain(status);
        });
        expect(refused).toEqual([]);
      });
    });

    describe('the audit log', () => {
      it('holds a flood of refused tokens and missing scopes in a few entries', async () => {
        const entriesOf = async (action: string) => {
          const { body } = await admin.ask('GET', `/v1/audit-log?action=${action}&per_page=100`);
          const entries = body['data'] as { details: { reason: string; count: number }; target_id: string | null }[];
          return entries.filter(
            ({ details }) => details.reason === 'token_unknown' || details.reason === 'lacks admin',
          );
        };
        const stranger = Object.create(attacker, { key: { value: 'eyJhbGciOiJFUzI1NiJ9.e30.AAAA' } }) as Caller;
        for (let burst = 0; burst < 5; burst += 1) {
          await together(40, () => stranger.ask('GET', '/v1/catches'));
          await together(40, () => attacker.ask('GET', '/v1/accounts'));
        }
        for (const action of ['credential.refused', 'access.refused'])
          await eventually(async () => {
            const told = await entriesOf(action);
            expect(told.reduce((sum, { details }) => sum + details.count, 0)).toBeGreaterThan(0);
            // One a minute.
            expect(told.length).toBeLessThan(10);
          });
      });
    });

    describe('one account', () => {
      it('has a hundred keys, and a next one is refused with the bound', async () => {
        const order = { name: 'one of many', scopes: ['catches:read'] };
        let refused: Answered | undefined;
        for (let count = 0; count < 101 && !refused; count += 1) {
          const answer = await attacker.send('/v1/api-keys', order);
          if (answer.status !== 201) refused = answer;
        }
        expect([refused?.status, refused?.body]).toEqual([422, expect.objectContaining({ code: 'api_key.limit' })]);
      });

      it('pays for reads that it calls unchanged without knowing', async () => {
        const read = () => attacker.ask('GET', '/v1/catches?per_page=1', undefined, { 'if-none-match': '*' });
        const left = async () => Number(/;r=(\d+);/.exec((await read()).headers.get('ratelimit') ?? '')?.[1]);
        const first = await left();
        expect(await left()).toBeLessThan(first);
      });
    });

    it('everything is as it was', async () => {
      expect(await beside(bystander, () => Promise.resolve())).toEqual([]);
      const health = await fetch(`${attacker.origin}/health/ready`);
      expect([health.status, await health.json()]).toEqual([200, expect.objectContaining({ status: 'ready' })]);
      // Of the calls of a busy account the log has a sample.
      const newcomer = await Caller.of(here().stack, 'newcomer');
      await newcomer.ask('GET', '/v1/me', undefined, { 'x-request-id': 'after-all' });
      await eventually(async () => {
        const { body } = await newcomer.ask('GET', '/v1/request-log?request_id=after-all');
        expect(body['data']).toHaveLength(1);
      });
    });
  });
