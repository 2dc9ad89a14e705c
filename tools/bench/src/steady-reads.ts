import { setTimeout as sleep } from 'node:timers/promises';

export interface Reads {
  readonly p99Ms: number;
  /** Answers that were no success, and calls that had none. */
  readonly refused: number;
  readonly count: number;
}

/** Reads an address at a steady rate until `isOver`, however long the answers take, and waits for all of them. */
export const steadyReads = async (
  { url, headers }: { url: string; headers: Record<string, string> },
  perSecond: number,
  isOver: () => boolean,
): Promise<Reads> => {
  const taken: number[] = [];
  let refused = 0;
  const read = async (): Promise<void> => {
    const from = performance.now();
    const isFine = await fetch(url, { headers }).then(
      async (answer) => {
        await answer.arrayBuffer();
        return answer.ok;
      },
      () => false,
    );
    taken.push(performance.now() - from);
    if (!isFine) refused += 1;
  };
  const start = performance.now();
  const reads: Promise<void>[] = [];
  for (let index = 0; !isOver(); index += 1) {
    await sleep(Math.max(0, start + (index * 1_000) / perSecond - performance.now()));
    reads.push(read());
  }
  await Promise.all(reads);
  taken.sort((a, b) => a - b);
  return { p99Ms: taken[Math.floor(taken.length * 0.99)] ?? Number.NaN, refused, count: taken.length };
};
