import { OffsetReports } from './offset-reports.js';

const setUp = (commitOffsets: (offsets: readonly unknown[]) => Promise<void> = () => Promise.resolve()) => {
  const commits: (readonly unknown[])[] = [];
  const failures: string[] = [];
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const consumer = {
    commitOffsets: (offsets: readonly unknown[]) => {
      commits.push(offsets);
      return commitOffsets(offsets);
    },
  };
  const logger = { ...log, debug: (_: object, message: string) => void failures.push(message) };
  return { reports: new OffsetReports(consumer, logger), commits, failures };
};

describe('reports of offsets', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('are one a second, with the newest offset of each partition', async () => {
    const { reports, commits } = setUp();
    for (let offset = 1n; offset <= 50n; offset += 1n) reports.note('catch.events', 0, offset);
    reports.note('catch.events', 1, 7n);
    expect(commits).toEqual([]);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(commits).toEqual([
      [
        { topic: 'catch.events', partition: 0, offset: '50' },
        { topic: 'catch.events', partition: 1, offset: '7' },
      ],
    ]);
    await jest.advanceTimersByTimeAsync(5_000);
    expect(commits).toHaveLength(1);
  });

  it('are sent at once before the consumer leaves', async () => {
    const { reports, commits } = setUp();
    reports.note('catch.events', 0, 3n);
    await reports.commit();
    await jest.advanceTimersByTimeAsync(5_000);
    expect(commits).toHaveLength(1);
  });

  it('end with the assignment', async () => {
    const { reports, commits } = setUp();
    reports.note('catch.events', 0, 3n);
    reports.cancel();
    await jest.advanceTimersByTimeAsync(5_000);
    expect(commits).toEqual([]);
  });

  it('may fail', async () => {
    const { reports, failures } = setUp(() => Promise.reject(new Error('away')));
    reports.note('catch.events', 0, 3n);
    await reports.commit();
    expect(failures).toEqual(['consumer.commit_failed']);
  });
});
