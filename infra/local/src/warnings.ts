import type { DataFolder } from './data-folder.js';
import { LogWatcher, messageOf, prettyLine } from './log-watcher.js';
import type { ServiceCopy } from './service-process.js';

const EVERY_MS = 500;
/** A service in trouble says the same many times a second: once in a while will do here, the log has them all. */
const SAME_AGAIN_MS = 10_000;

/** Whether a line says what was not said lately. */
export const newsFilter = (now: () => number): ((name: string, line: string) => boolean) => {
  const saidAt = new Map<string, number>();
  return (name, line) => {
    const key = `${name} ${messageOf(line)}`;
    const isNews = now() - (saidAt.get(key) ?? -Infinity) >= SAME_AGAIN_MS;
    if (isNews) saidAt.set(key, now());
    return isNews;
  };
};

/** Shows the services' warnings as they appear in their logs. Returns what ends it. */
export const showWarnings = (
  copies: readonly ServiceCopy[],
  at: { folder: DataFolder; format: 'pretty' | 'json'; print: (line: string) => void },
): (() => void) => {
  const watchers = copies.map((copy) => new LogWatcher(copy.name, at.folder.logFile(copy.name)));
  const isNews = newsFilter(() => performance.now());
  const show = () => {
    for (const watcher of watchers) {
      const lines = watcher.severeLines().filter((line) => isNews(watcher.name, line));
      for (const line of lines) at.print(at.format === 'json' ? line : prettyLine(watcher.name, line));
    }
  };
  const timer = setInterval(show, EVERY_MS);
  return () => clearInterval(timer);
};
