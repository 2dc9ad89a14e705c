import type { TopicEvents } from '@cds/kafka';
import { type Corrections, headsOf, type LostEvent } from '@cds/publishing/lost-versions';
import type { Queryable } from '@cds/postgres';
import { SystemClock } from '@cds/service-kit';
import type { Kafka } from 'kafkajs';
import type pg from 'pg';
import { Anglers } from '../angler-lookup/anglers.js';
import { AnglerLog } from '../anglers/angler-log.js';
import { AnglerTasks } from '../anglers/angler-tasks.js';
import { EraseAnglerHandler } from '../anglers/erase-angler/erase-angler.handler.js';
import { catchStates } from '../catches/log/catch-states.js';
import { WritesInFlight } from '../catches/log/writes-in-flight.js';
import { PrismaService } from '../database/prisma.service.js';
import type { AnglerEvent } from '../anglers/angler.events.js';
import { RestateAngler } from './restate-angler.js';
import { RestateCatch } from './restate-catch.js';
import { withdrawAnglers } from './publish-withdrawn-anglers.js';
import { withdraw } from './publish-withdrawals.js';

/** The catch service's: of catches and anglers. */
export const catchCorrections = (pool: pg.Pool, kafka: Kafka): Corrections => {
  const catches = restateCatch(pool);
  const anglers = restateAngler(pool);
  return {
    headsOf: async (subjects) =>
      new Map([...(await anglersWithoutEvents(pool, subjects)), ...(await headsOf(pool, subjects))]),
    isFinal: ({ type }) => type === ('AnglerErased' satisfies AnglerEvent['type']),
    restate: async (lost) => {
      // Whoever was erased first: a catch of theirs would be published with what is personal once more.
      for (const one of lost.filter(isOfAngler)) await anglers.beyond(one);
      for (const { subject, data } of lost.filter((one) => !isOfAngler(one)))
        await catches.beyond(data.version, subject);
    },
    withdraw,
    withdrawStates: (withdrawn, since, at): Promise<TopicEvents[]> =>
      withdrawAnglers(pool, kafka, { withdrawn, since, at }),
  };
};

/** An angler has no event until the first new name. */
const anglersWithoutEvents = async (
  db: Queryable,
  subjects: readonly string[],
): Promise<[string, { version: number; type: string }][]> => {
  const { rows } = await db.query<{ id: string }>('SELECT id FROM anglers WHERE id = ANY($1) AND version = 0', [
    subjects,
  ]);
  return rows.map(({ id }) => [id, { version: 0, type: '' }]);
};

const isOfAngler = ({ type }: LostEvent): boolean => type === 'AnglerRenamedV1' || type === 'AnglerErasedV1';

const restateCatch = (pool: pg.Pool): RestateCatch => {
  const states = catchStates((error) => process.stderr.write(`A snapshot was not written: ${String(error)}\n`));
  return new RestateCatch(pool, states, new WritesInFlight(pool, new SystemClock()));
};

const restateAngler = (pool: pg.Pool): RestateAngler => {
  const [log, tasks] = [new AnglerLog(), new AnglerTasks(pool)];
  const anglers = new Anglers(pool, new PrismaService(pool));
  // The running service removes what is personal, and publishes the erasure.
  const worker = { begin: (task: Parameters<AnglerTasks['release']>[0]) => tasks.release(task) };
  const notifier = { wake: () => undefined };
  return new RestateAngler(
    pool,
    log,
    new EraseAnglerHandler(pool, log, anglers, tasks, worker, new SystemClock(), notifier),
  );
};
