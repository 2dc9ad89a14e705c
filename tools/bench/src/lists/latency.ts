import type { Target } from '../throughput.js';

export interface Latencies {
  p50Ms: number;
  p95Ms: number;
  p99Ms: number;
}

const WARM = 3;

/**
 * Milliseconds that each of the targets takes to answer, asked one after the other so many times. Fails when an answer
 * is not a 2xx.
 */
export const latencyOf = async (targets: readonly Target[], rounds: number): Promise<Latencies> => {
  const taken: number[] = [];
  for (let round = 0; round < rounds; round += 1) for (const target of targets) taken.push(await answerTime(target));
  return quantiles(taken);
};

/** The two targets in turn, so that a noisy machine is noisy for both. */
export const latenciesInTurn = (one: Target, other: Target, rounds: number): Promise<[Latencies, Latencies]> =>
  timesInTurn(
    rounds,
    () => answerTime(one),
    () => answerTime(other),
  );

const answerTime = async ({ url, headers }: Target): Promise<number> => {
  const from = performance.now();
  const answer = await fetch(url, headers && { headers });
  const body = await answer.text();
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${body}`);
  return performance.now() - from;
};

type Run = (round: number) => Promise<unknown>;

/** Milliseconds that each of so many rounds takes, one after the other, after some that warm up. */
export const timesOf = async (rounds: number, run: Run): Promise<Latencies> =>
  (await timesInTurn(rounds, run, () => Promise.resolve()))[0];

/** The same for two that run in turn. */
export const timesInTurn = async (rounds: number, one: Run, other: Run): Promise<[Latencies, Latencies]> => {
  const taken: [number[], number[]] = [[], []];
  for (let round = -WARM; round < rounds; round += 1)
    for (const [at, run] of [one, other].entries()) {
      const from = performance.now();
      await run(Math.max(0, round));
      if (round >= 0) taken[at]?.push(performance.now() - from);
    }
  return [quantiles(taken[0]), quantiles(taken[1])];
};

const quantiles = (taken: number[]): Latencies => {
  const sorted = taken.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { p50Ms: at(0.5), p95Ms: at(0.95), p99Ms: at(0.99) };
};
