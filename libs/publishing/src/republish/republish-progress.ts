import type { RepublishRun } from './republish-run.js';

const EVERY_MS = 1_000;

/** Writes a line of progress a second, and the last one whenever it comes. */
export const republishProgress = (
  service: string,
  write: (line: string) => void,
  now: () => number = () => performance.now(),
): ((run: RepublishRun, trouble?: string) => void) => {
  const startedAt = now();
  let first: number | undefined;
  let shownAt = -Infinity;
  return (run, trouble) => {
    first ??= run.sent;
    const at = now();
    if (run.sent < run.total && at - shownAt < EVERY_MS) return;
    shownAt = at;
    const perSecond = (run.sent - first) / Math.max(0.001, (at - startedAt) / 1_000);
    const left = perSecond > 0 ? `${Math.ceil((run.total - run.sent) / perSecond)} s left` : 'time left unknown';
    const problem = trouble === undefined ? '' : `; ${trouble}`;
    write(
      `${service} → ${run.consumer}: ${run.sent} of ${run.total} events, ${perSecond.toFixed(0)} events/s, ` +
        `${left}${problem}`,
    );
  };
};
