import type { RepublishRun } from './republish-run.js';

const EVERY_MS = 1_000;

/** Writes a line of progress a second, and the last one whenever it comes, for a run that begins with `begun` sent. */
export const republishProgress = (
  service: string,
  begun: number,
  write: (line: string) => void,
  now: () => number = () => performance.now(),
): ((run: RepublishRun, trouble?: string) => void) => {
  const startedAt = now();
  let shownAt = -Infinity;
  return (run, trouble) => {
    const at = now();
    if (run.sent < run.total && at - shownAt < EVERY_MS) return;
    shownAt = at;
    const perSecond = (run.sent - begun) / Math.max(0.001, (at - startedAt) / 1_000);
    const seconds = run.sent < run.total ? Math.ceil((run.total - run.sent) / perSecond) : 0;
    const left = Number.isFinite(seconds) ? `${seconds} s left` : 'time left unknown';
    const problem = trouble === undefined ? '' : `; ${trouble}`;
    write(
      `${service} → ${run.consumer}: ${run.sent} of ${run.total} events, ${perSecond.toFixed(0)} events/s, ` +
        `${left}${problem}`,
    );
  };
};
