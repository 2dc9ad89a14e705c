import type { RunningStack } from '@cds/local/running-stack';
import { eventually } from '@cds/testing';
import { Api } from './api.js';
import { killService } from './kill-service.js';
import { copyDatabase, dropDatabase, dropRecords } from './lost-data.js';
import { commandsUnder, runCommand } from './recovery-page.js';
import { type ReceivedMessage, Subscriber } from './subscriber.js';

/** Data that is lost, and the commands of docs/recovery.md. */
export const recovery = (here: () => RunningStack): void =>
  describe('recovery', () => {
    let stack: RunningStack;
    let api: Api;
    let reviewer: Api;
    /** Of the catches below alone, whoever else has an entry on the boards. */
    let angler: { id: string };
    beforeAll(async () => {
      stack = here();
      api = new Api(stack, stack.credentials.api_key);
      reviewer = new Api(stack, stack.credentials.reviewer_key);
      angler = await api.post('/v1/anglers', { name: 'Ann Angler' });
    });

    const verifiedCatch = async (weight: number): Promise<string> => {
      const { id } = await api.post('/v1/catches', { species: 'walleye', weight_lbs: weight, angler_id: angler.id });
      const evidence = { witness: { name: 'Ann' } };
      const verification = await api.post(`/v1/catches/${id}/verifications`, { tier: 'witnessed', evidence });
      await reviewer.post(`/v1/verifications/${verification.id}/approve`);
      return id;
    };

    /** What Kafka still has expires, and the service continues without its database or on an older one. */
    const lose = async (service: string, restore: (database: string) => Promise<void>): Promise<void> => {
      const { kafka_brokers: brokers, database_url: server } = stack.credentials;
      for (const topic of ['catch.events', 'catch.owner-events', 'leaderboard.events', 'identity.events'])
        await dropRecords(brokers.split(','), topic);
      await dropDatabase(server, `cds_${service}`);
      await restore(`cds_${service}`);
      await killService(stack, service);
    };

    const gapsOf = (consumer: string): Promise<string> => runCommand(stack, `npm run republish -- gaps ${consumer}`);

    /** The service has noticed which records it cannot read any more; only then can they be acknowledged. */
    const noticedGaps = (consumer: string): Promise<void> =>
      eventually(async () => expect(await gapsOf(consumer)).toMatch(/catch\.(owner-)?events\//), {
        timeoutMs: 60_000,
        pauseMs: 1_000,
      });

    /** What every board that has entries shows, without the ids of boards. */
    const boardsShown = async (): Promise<string[]> => {
      const boards = await api.list<{ id: string; rule: object; entry_count: number }>('/v1/leaderboards');
      const shown = boards.map(async ({ id, rule, entry_count: count }) => {
        if (count === 0) return [];
        const entries = await api.list<Record<string, unknown>>(`/v1/leaderboards/${id}/entries`);
        const rows = entries.map(({ rank, score, catch_id: catchId, angler }) => ({ rank, score, catchId, angler }));
        return [JSON.stringify({ rule, rows })];
      });
      return (await Promise.all(shown)).flat().sort();
    };

    describe('a leaderboard database that is lost, when Kafka no longer has its events', () => {
      it('shows the same boards after the commands of the page', async () => {
        const ids = [await verifiedCatch(7.25), await verifiedCatch(9.5)];
        const before = await eventually(
          async () => {
            const shown = await boardsShown();
            // The heaviest of the species and of all species, in four periods; a board is filled some time after it is
            // made.
            expect(shown.filter((board) => board.includes(String(ids[1])))).toHaveLength(8);
            return shown;
          },
          { timeoutMs: 20_000 },
        );
        await lose('leaderboard', () => Promise.resolve());

        const [migrate, ...commands] = commandsUnder('The leaderboard database is lost');
        const acknowledge = commands.pop();
        await runCommand(stack, migrate ?? '');
        await noticedGaps('leaderboard');
        for (const command of commands) await runCommand(stack, command);
        await eventually(async () => expect(await boardsShown()).toEqual(before), { timeoutMs: 60_000 });
        expect(await runCommand(stack, acknowledge ?? '')).toContain('acknowledged');
        expect(await gapsOf('leaderboard')).toContain('leaderboard: 0 gaps');
      });
    });

    describe('a catch database that is restored to an earlier time', () => {
      const LOST = 'The catch database is restored to an earlier time';
      let subscriber: Subscriber;
      beforeAll(async () => {
        subscriber = await Subscriber.listen();
      });
      afterAll(() => subscriber.close());

      /**
       * The types and versions of what an endpoint received about a catch, without its verifications, in the order of
       * versions: messages of one catch are delivered side by side.
       */
      const notified = (catchId: string): string[] =>
        subscriber
          .about('/restored', catchId, 0)
          .filter(({ event }) => event.type.startsWith('catch.'))
          .map(({ event: { type, data } }) => ({ type, version: (data as { version: number }).version }))
          .sort((one, other) => one.version - other.version)
          .map(({ type, version }) => `${type} ${version}`);

      it('is what every consumer comes to, after the commands of the page', async () => {
        const { database_url: server } = stack.credentials;
        await api.post('/v1/webhooks', { url: `${subscriber.url}/restored`, event_types: ['catch.*'] });
        const [edited, deleted] = [await verifiedCatch(9.6), await verifiedCatch(9.75)];
        const person = await api.post<{ id: string }>('/v1/anglers', { name: 'Ben Before' });
        const before = await eventually(
          async () => {
            const shown = await boardsShown();
            expect(shown.filter((board) => board.includes(deleted))).toHaveLength(8);
            return shown;
          },
          { timeoutMs: 20_000 },
        );
        const timeOfBackup = new Date().toISOString();
        await copyDatabase(server, 'cds_catch', 'catch_backup');

        const lost = await eventually(() => verifiedCatch(10.25), { timeoutMs: 30_000 });
        await api.patch(`/v1/catches/${edited}`, { weight_lbs: 1.5 });
        await api.patch(`/v1/catches/${edited}`, { notes: 'lost' });
        await api.delete(`/v1/catches/${deleted}`);
        await api.delete(`/v1/anglers/${person.id}`);
        await api.patch(`/v1/anglers/${angler.id}`, { name: 'Ann Afterwards' });
        await eventually(
          async () => {
            const shown = (await boardsShown()).join();
            expect([shown.includes(lost), shown.includes(deleted), shown.includes(edited)]).toEqual([
              true,
              false,
              false,
            ]);
            expect(shown).toContain('Ann Afterwards');
            expect(notified(deleted)).toContain('catch.deleted 4');
          },
          { timeoutMs: 30_000 },
        );
        await dropDatabase(server, 'cds_catch');
        await copyDatabase(server, 'catch_backup', 'cds_catch');
        await killService(stack, 'catch');

        const [list = '', takeBack = ''] = commandsUnder(LOST).map((command) =>
          command.replace('<time of the backup>', timeOfBackup),
        );
        const listed = await runCommand(stack, list);
        expect(listed).toContain(`${edited}: version 5, the log ends with 3`);
        expect(listed).toContain(`${lost}: gone, on catch.events`);
        expect(listed).toContain('nothing was changed');
        expect(await runCommand(stack, takeBack)).toContain('taken back');

        await eventually(async () => expect(await boardsShown()).toEqual(before), { timeoutMs: 60_000 });
        await expect(api.get(`/v1/catches/${lost}`)).rejects.toThrow('404');
        await expect(api.get(`/v1/anglers/${person.id}`)).rejects.toThrow('410');
        expect(await api.get(`/v1/catches/${edited}`)).toMatchObject({ weight_lbs: 9.6, version: 6 });
        await eventually(() => {
          expect(notified(lost).at(-1)).toBe('catch.deleted 4');
          expect(notified(edited).at(-1)).toBe('catch.updated 6');
          expect(notified(deleted).at(-1)).toBe('catch.updated 5');
        });
        const again = await eventually(async () => {
          const shown = await runCommand(stack, list);
          expect(shown).not.toContain('subjects');
          return shown;
        });
        expect(again).toContain('the database has whatever was published');
        // What is written now is what everybody reads.
        await api.patch(`/v1/catches/${edited}`, { notes: 'found' });
        await eventually(() => expect(notified(edited).at(-1)).toBe('catch.updated 7'));
      });
    });

    describe('a webhook database that is restored from a backup, when Kafka no longer has what happened since', () => {
      /**
       * Of a verified catch that enters the boards of the heaviest of its species and of all species, in four periods
       * each.
       */
      const EVENTS = [
        'catch.created',
        ...Array.from({ length: 8 }, () => 'leaderboard.entry_changed'),
        'verification.approved',
        'verification.requested',
      ];
      let subscriber: Subscriber;
      beforeAll(async () => {
        subscriber = await Subscriber.listen();
      });
      afterAll(() => subscriber.close());

      const endpoint = (path: string, of = api): Promise<{ id: string }> =>
        of.post('/v1/webhooks', {
          url: `${subscriber.url}${path}`,
          event_types: ['catch.*', 'verification.*', 'leaderboard.*'],
        });
      /** The messages about a verified catch that an endpoint received, once all are there. */
      const received = (path: string, catchId: string, since = 0): Promise<ReceivedMessage[]> =>
        eventually(
          () => {
            const messages = subscriber.about(path, catchId, since);
            expect(messages.map(({ event }) => event.type).sort()).toEqual(EVENTS);
            return messages;
          },
          { timeoutMs: 60_000 },
        );
      /** The service has stored that everything it sent was taken, so that a backup says so. */
      const allDelivered = (endpointId: string): Promise<void> =>
        eventually(async () => {
          const deliveries = await api.list<{ status: string }>(`/v1/webhooks/${endpointId}/deliveries`);
          expect(deliveries.filter(({ status }) => status !== 'delivered')).toEqual([]);
        });
      const newAccount = async (): Promise<{ id: string; api: Api }> => {
        const { id } = await api.post('/v1/accounts', { name: 'Leaving', email: 'leaving@example.com' });
        const scopes = ['webhooks:read', 'webhooks:write'];
        const { key } = await api.post<{ key: string }>('/v1/api-keys', { name: 'key', scopes, account_id: id });
        return { id, api: new Api(stack, key) };
      };
      const idsOf = (messages: readonly ReceivedMessage[]) =>
        messages.map(({ webhookId, event }) => ({ webhookId, eventId: event.id })).sort(byEvent);
      const byEvent = (one: { eventId: string }, other: { eventId: string }) =>
        one.eventId.localeCompare(other.eventId);
      const eventIdsOf = (messages: readonly ReceivedMessage[]) => idsOf(messages).map(({ eventId }) => eventId);

      it('is as docs/recovery.md says after its commands', async () => {
        const { database_url: server } = stack.credentials;
        const leaving = await newAccount();
        const [kept, removed] = [await endpoint('/kept'), await endpoint('/removed')];
        await endpoint('/leaving', leaving.api);
        const early = await verifiedCatch(10.5);
        const earlyMessages = await received('/kept', early);
        for (const { id } of [kept, removed]) await allDelivered(id);

        const timeOfBackup = new Date().toISOString();
        await copyDatabase(server, 'cds_webhook', 'webhook_backup');
        const late = await eventually(() => endpoint('/late'), { timeoutMs: 30_000 });
        await api.delete(`/v1/webhooks/${removed.id}`);
        await api.delete(`/v1/accounts/${leaving.id}`);
        const missed = await verifiedCatch(11.5);
        const before = await received('/kept', missed);
        await received('/late', missed);
        expect(subscriber.about('/removed', missed)).toEqual([]);

        const loss = subscriber.received.length;
        await lose('webhook', (database) => copyDatabase(server, 'webhook_backup', database));
        await noticedGaps('webhook');
        for (const command of commandsUnder('The webhook database is lost'))
          await runCommand(stack, command.replace('<time of the backup>', timeOfBackup));

        // An endpoint of the backup gets what happened since again, under the same ids.
        expect(idsOf(await received('/kept', missed, loss))).toEqual(idsOf(before));
        // One that was deleted since is back, and one that was created since is gone.
        expect(eventIdsOf(await received('/removed', missed, loss))).toEqual(eventIdsOf(before));
        await expect(api.get(`/v1/webhooks/${late.id}`)).rejects.toThrow('404');

        const live = await verifiedCatch(12.5);
        await received('/kept', live);
        // Messages that the backup has are not sent again, and nothing reaches an account that was deleted since.
        const since = subscriber.received.slice(loss).map(({ event }) => event.id);
        expect(since.filter((id) => eventIdsOf(earlyMessages).includes(id))).toEqual([]);
        expect(subscriber.about('/leaving', live)).toEqual([]);
        expect(subscriber.about('/late', live)).toEqual([]);
        expect(await api.get(`/v1/webhooks/${kept.id}`)).toMatchObject({ status: 'enabled' });
        expect(await gapsOf('webhook')).toContain('webhook: 0 gaps');
      });
    });
  });
