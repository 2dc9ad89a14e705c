import type { Result } from './report.js';

/** Of several runs, the run with the median value for each result, with the values of all runs beside it. */
export const medians = (runs: readonly (readonly Result[])[]): Result[] => {
  const names = [...new Set(runs.flat().map(({ name }) => name))];
  return names.flatMap((name) => {
    const sorted = runs
      .flat()
      .filter((result) => result.name === name)
      .toSorted((a, b) => a.value - b.value);
    const median = sorted[Math.floor(sorted.length / 2)];
    return median ? [{ ...median, values: sorted.map(({ value }) => value) }] : [];
  });
};
