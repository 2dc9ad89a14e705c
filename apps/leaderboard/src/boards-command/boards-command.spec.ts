import { boardsCommand } from './boards-command.js';

const run = async (...argv: string[]) => {
  const closed: string[] = [];
  const result = await boardsCommand(argv, ({ id }) => Promise.resolve(closed.push(id) + 1));
  return { ...result, closed };
};

describe('the boards command', () => {
  it.each(['2026-W47', '2026-11', '2026', 'all'])('closes the period %s', async (period) => {
    expect(await run('close-period', period)).toEqual({
      exitCode: 0,
      text: `${period} was closed on 2 boards.`,
      closed: [period],
    });
  });

  it.each(['2026-13', '2025-W53', 'week', '47'])('refuses the period %s', async (period) => {
    const { exitCode, text, closed } = await run('close-period', period);
    expect([exitCode, closed]).toEqual([1, []]);
    expect(text).toContain(`${JSON.stringify(period)} is no period`);
  });

  it('explains itself when it is asked to, or does not understand', async () => {
    expect((await run('--help')).exitCode).toBe(0);
    for (const argv of [[], ['close-period'], ['open-period', '2026'], ['close-period', '2026', '2027']]) {
      const { exitCode, text, closed } = await run(...argv);
      expect([exitCode, closed]).toEqual([1, []]);
      expect(text).toContain('npm run boards -- close-period <period>');
    }
    expect((await run('--force')).exitCode).toBe(1);
  });

  it('tells why it failed', async () => {
    const failing = () => Promise.reject(new Error('the database is away'));
    expect(await boardsCommand(['close-period', '2026'], failing)).toEqual({
      exitCode: 1,
      text: 'the database is away',
    });
  });
});
