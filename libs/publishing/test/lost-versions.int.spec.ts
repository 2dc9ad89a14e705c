import { randomUUID } from 'node:crypto';
import type { DomainEvent } from '@cds/event-sourcing';
import { EventStore } from '@cds/event-store';
import { EventLog } from '@cds/event-store/testing';
import { createKafka, EventPublisher } from '@cds/kafka';
import { fact, memoryLogger, newTopics, readTopic, testKafka, uniqueName } from '@cds/testing';
import type { Corrections } from '../src/lost-versions/corrections.js';
import { findLost, type Lost } from '../src/lost-versions/find-lost.js';
import { headsOf, type LostEvent } from '../src/lost-versions/lost-events.js';
import { lostVersionsArguments } from '../src/lost-versions/lost-versions-arguments.js';
import { runLostVersions } from '../src/lost-versions/run-lost-versions.js';

interface Counted extends DomainEvent {
  type: 'Counted' | 'Ended';
  data: { number: number };
}

const { brokers } = testKafka();

describe('versions that a restore lost', () => {
  let log: EventLog;
  let publisher: EventPublisher;
  let topic: string;
  const kafka = createKafka({ brokers, clientId: 'lost-versions-tests', logger: memoryLogger() });
  const store = new EventStore<Counted>({ newEventId: () => `evt_${randomUUID()}` });
  beforeAll(async () => {
    log = await EventLog.create();
    publisher = new EventPublisher(kafka, memoryLogger());
  });
  afterAll(async () => {
    await publisher.close();
    await log.drop();
  });
  beforeEach(async () => {
    topic = uniqueName('counted');
    await newTopics(brokers, { [topic]: 3 });
  });

  const append = (subject: string, after: number, versions: number, type: Counted['type'] = 'Counted') => {
    const events = Array.from({ length: versions }, (): Counted => ({ type, data: { number: 1 } }));
    return store.append(log.pool, subject, after, events, {
      occurredAt: new Date(),
      actor: null,
      requestId: null,
      traceparent: null,
    });
  };
  const publish = (subject: string, version: number, id = `evt_${randomUUID()}`) =>
    publisher.publish(topic, [{ ...fact(1, { id, subject }), data: { version } }]);
  /** A subject of so many versions in the log, which were published. */
  const known = async (versions: number): Promise<string> => {
    const subject = randomUUID();
    for (const { metadata } of await append(subject, 0, versions))
      await publish(subject, metadata.version, metadata.eventId);
    return subject;
  };
  const corrections: Corrections = {
    headsOf: (subjects) => headsOf(log.pool, subjects),
    isFinal: ({ type }) => type === 'Ended',
    restate: async (lost) => {
      const heads = await headsOf(
        log.pool,
        lost.map(({ subject }) => subject),
      );
      for (const { subject, data } of lost) {
        const { version } = heads.get(subject) ?? { version: 0 };
        await append(subject, version, data.version + 1 - version);
      }
    },
    withdraw: ({ subject, data }: LostEvent, at) => ({
      ...fact(0, { id: `evt_${subject}`, subject }),
      time: at,
      data: { version: data.version + 1 },
    }),
    withdrawStates: () => Promise.resolve([]),
  };
  const found = async (since?: Date): Promise<{ versions: [string, number, number][]; gone: string[] }> => {
    const lost: Lost = await findLost({ db: log.pool, kafka, topics: [topic], since, corrections });
    return {
      versions: lost.versions.map(({ event, head }) => [event.subject, event.data.version, head.version]),
      gone: lost.withdrawals.flatMap(({ events }) => events.map(({ subject }) => subject)),
    };
  };
  const run = (...args: string[]) =>
    runLostVersions(
      {
        service: 'counted',
        databaseUrl: log.url,
        kafka: { brokers },
        topics: [topic],
        corrections: () => corrections,
      },
      lostVersionsArguments(args),
    );
  const published = async () => (await readTopic(brokers, topic)).length;

  it('are none where the log has what was published', async () => {
    await known(3);
    await publisher.send(topic, [{ key: 'foreign', value: 'not an event' }]);
    expect(await found()).toEqual({ versions: [], gone: [] });
  });

  it('are those beyond the log, and those that have other events in it now', async () => {
    const [short, replaced, overtaken, ended] = [await known(2), await known(2), await known(2), await known(1)];
    for (const version of [3, 5]) await publish(short, version);
    for (const subject of [replaced, overtaken]) await publish(subject, 3);
    await publish(ended, 2);
    await append(replaced, 2, 1);
    await append(overtaken, 2, 2);
    await append(ended, 1, 1, 'Ended');
    const { versions, gone } = await found();
    expect(versions.sort()).toEqual(
      [
        [short, 5, 2],
        [replaced, 3, 3],
      ].sort(),
    );
    expect(gone).toEqual([]);
  });

  it('are not those of a subject that is gone by a tombstone', async () => {
    const gone = randomUUID();
    await publish(gone, 1);
    await publisher.publish(topic, [{ ...fact(1, { subject: gone }), data: null }]);
    expect(await found()).toEqual({ versions: [], gone: [] });
    await publish(gone, 3);
    expect((await found()).gone).toEqual([gone]);
  });

  it('are looked for since a time', async () => {
    await publish('before', 1);
    const since = await new Promise<Date>((resolve) => setTimeout(() => resolve(new Date()), 20));
    await publish('after', 1);
    expect((await found(since)).gone).toEqual(['after']);
    expect((await found()).gone.sort()).toEqual(['after', 'before']);
  });

  it('are listed, and taken back when that is asked for, once', async () => {
    const short = await known(2);
    await publish(short, 4);
    const gone = randomUUID();
    await publish(gone, 1);
    const before = await published();

    expect(await run('--from', 'beginning')).toBe(0);
    expect([await published(), (await store.head(log.pool, short))?.version]).toEqual([before, 2]);

    expect(await run('--from', 'beginning', '--take-back')).toBe(0);
    expect([await published(), (await store.head(log.pool, short))?.version]).toEqual([before + 1, 5]);
    expect((await found()).versions).toEqual([]);
  });
});
