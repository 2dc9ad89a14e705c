import { isOutage } from './outage.js';

const QUIET_MS = 30_000;

/**
 * Chooses the log lines that tell of an outage. All parts of a process notice the same outage, each again and again:
 * the first line of each name says it, and one every half a minute that it goes on.
 */
export class OutageLines {
  private readonly latest = new Map<string, { at: number; omitted: number }>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  /**
   * How many lines of the name were omitted since the last one; undefined when this one is to be omitted as well. A
   * line about any other error, or about none, is never omitted.
   */
  take(name: string, error: unknown): number | undefined {
    if (error === undefined || !isOutage(error)) return 0;
    const now = this.now();
    const last = this.latest.get(name);
    if (last !== undefined && now - last.at < QUIET_MS) {
      last.omitted += 1;
      return undefined;
    }
    this.latest.set(name, { at: now, omitted: 0 });
    return last?.omitted ?? 0;
  }
}
