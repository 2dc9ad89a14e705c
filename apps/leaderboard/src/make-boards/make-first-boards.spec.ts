import { ReadinessRegistry } from '@cds/health';
import { type ServiceLogger, SystemClock } from '@cds/service-kit';
import { eventually } from '@cds/testing';
import type pg from 'pg';
import type { BoardFiller } from '../fill-boards/board-filler.js';
import type { BoardMaker } from './board-maker.js';
import { MakeFirstBoards } from './make-first-boards.js';

const client = {
  on: () => undefined,
  off: () => undefined,
  release: () => undefined,
  query: () => Promise.resolve({ command: 'COMMIT' }),
};

/** A database that is away for the first `failures` connections. */
const poolThatFails = (failures: number): pg.Pool => {
  let left = failures;
  const connect = () => (left-- > 0 ? Promise.reject(new Error('connect ECONNREFUSED')) : Promise.resolve(client));
  return { connect } as unknown as pg.Pool;
};

const start = (failures: number) => {
  const made: string[] = [];
  const maker = {
    make: (_db: unknown, boards: { name: string }[]) =>
      Promise.resolve(made.push(...boards.map(({ name }) => name)) < 0),
  };
  const logger = { warn: () => undefined } as unknown as ServiceLogger;
  const filler = { wake: () => undefined } as unknown as BoardFiller;
  const readiness = new ReadinessRegistry();
  const first = new MakeFirstBoards(
    poolThatFails(failures),
    maker as unknown as BoardMaker,
    new SystemClock(),
    filler,
    readiness,
    logger,
  );
  first.onModuleInit();
  return { made, readiness, stop: () => first.onModuleDestroy() };
};

describe('the boards of all species', () => {
  it('are made at the start, and the service is ready then', async () => {
    const { made, readiness, stop } = start(0);
    await eventually(async () => expect((await readiness.read()).status).toBe('ready'));
    expect(made).toHaveLength(24);
    expect(made).toContain('Heaviest catch, all time');
    await stop();
  });

  it('are made once the database is there, and the service is not ready before', async () => {
    const { made, readiness, stop } = start(1);
    expect((await readiness.read()).status).toBe('not-ready');
    await eventually(async () => expect((await readiness.read()).status).toBe('ready'));
    expect(made).toHaveLength(24);
    await stop();
  });

  it('hold up no stop of the service while the database is away', async () => {
    const { made, stop } = start(Infinity);
    await stop();
    expect(made).toEqual([]);
  });
});
