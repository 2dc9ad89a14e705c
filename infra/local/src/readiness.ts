import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { errorText } from './error-text.js';
import { databaseUrl } from './service-environment.js';
import type { ServiceCopy } from './service-process.js';

const LIMIT_MS = 60_000;
const MAX_RESTARTS = 2;

/** Why something is not ready yet, or null when it is. */
type Probe = () => Promise<string | null>;

const answersReady =
  (copy: ServiceCopy): Probe =>
  async () => {
    try {
      const response = await fetch(`http://127.0.0.1:${copy.port}/health/ready`, {
        signal: AbortSignal.timeout(2_000),
      });
      return response.ok ? null : `/health/ready answers ${response.status}: ${(await response.text()).slice(0, 300)}`;
    } catch (error) {
      return errorText(error instanceof Error ? (error.cause ?? error) : error);
    }
  };

const rowsOf = async (url: string, table: string): Promise<number> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${table}`);
    return rows[0]?.count ?? 0;
  } finally {
    await client.end();
  }
};

/** Catches name their species from the catch service's own copy: until that is whole, a good catch would be refused. */
const knowsAllSpecies =
  (postgresUrl: string): Probe =>
  async () => {
    const [known, all] = await Promise.all([
      rowsOf(databaseUrl(postgresUrl, 'catch'), 'species_names'),
      rowsOf(databaseUrl(postgresUrl, 'species'), 'species'),
    ]);
    return known >= all ? null : `the catch service knows ${known} of ${all} species`;
  };

const endOfLog = (text: string): string =>
  text
    .trimEnd()
    .split('\n')
    .slice(-8)
    .map((line) => line.slice(0, 600))
    .join('\n');

const untilNull = async (
  name: string,
  probe: Probe,
  hasFailed: () => string | null,
  isStopped: () => boolean,
): Promise<void> => {
  const deadline = Date.now() + LIMIT_MS;
  for (let reason = await probe(); reason !== null; reason = await probe()) {
    const failure = hasFailed();
    if (failure !== null) throw new Error(`${name} does not stay up. The end of its log:\n${failure}`);
    if (Date.now() > deadline) throw new Error(`${name} is not ready after ${LIMIT_MS / 1000} s: ${reason}`);
    if (isStopped()) return;
    await sleep(50);
  }
};

/** Waits until every copy answers that it is ready, and the catch service knows all species. */
export const untilReadyAll = async (
  copies: readonly ServiceCopy[],
  postgresUrl: string,
  isStopped: () => boolean,
): Promise<void> => {
  await Promise.all(
    copies.map((copy) => {
      const hasFailed = () => (copy.unit.restarts > MAX_RESTARTS ? endOfLog(copy.unit.process?.output() ?? '') : null);
      return untilNull(copy.name, answersReady(copy), hasFailed, isStopped);
    }),
  );
  const services = new Set(copies.map((copy) => copy.service));
  if (services.has('catch') && services.has('species'))
    await untilNull('catch', knowsAllSpecies(postgresUrl), () => null, isStopped);
};
