import { parseArgs } from 'node:util';
import { messageOf } from '@cds/errors';
import { parsePeriod, type Period } from '../boards/period.js';

const HELP = `Works on leaderboards.

  npm run boards -- close-period <period>
      announces that a period is over, such as 2026-W47, 2026-11, 2026 or all: leaderboard.period_closed is sent for
      each board that has entries in it, once. The service does this by itself an hour after the end of each period.
      What changes in the period later changes its entries all the same

DATABASE_URL names the service's database. By default it is that of the local stack.`;

/** Announces the end of a period and returns for how many boards it did. */
export type ClosePeriod = (period: Period) => Promise<number>;

export interface CommandResult {
  readonly exitCode: number;
  readonly text: string;
}

/** Runs one command line; `text` belongs on stdout when the exit code is 0, else on stderr. Never rejects. */
export const boardsCommand = async (argv: readonly string[], closePeriod: ClosePeriod): Promise<CommandResult> => {
  try {
    const { positionals, values } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: { help: { type: 'boolean', default: false, short: 'h' } },
    });
    if (values.help) return { exitCode: 0, text: HELP };
    const [name, id, ...more] = positionals;
    if (name !== 'close-period' || id === undefined || more.length > 0) return { exitCode: 1, text: HELP };
    const period = parsePeriod(id);
    if (!period) return { exitCode: 1, text: noPeriod(id) };
    const boards = await closePeriod(period);
    return { exitCode: 0, text: `${period.id} was closed on ${boards} board${boards === 1 ? '' : 's'}.` };
  } catch (error) {
    return { exitCode: 1, text: messageOf(error) };
  }
};

const noPeriod = (id: string): string =>
  `${JSON.stringify(id)} is no period. There are such as 2026-W47, 2026-11, 2026 and all.`;
