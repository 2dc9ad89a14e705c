import { inTransaction, POOL } from '@cds/postgres';
import { Clock } from '@cds/service-kit';
import type { Leased, Turn, TurnEnd } from '@cds/work-queue';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { boardName } from '../boards/board-name.js';
import { BOARD_COLUMNS, type BoardRow, ruleOf } from '../boards/board-row.js';
import { BoardRenames } from './board-renames.js';

const BATCH = 200;

/**
 * Names the boards of accounts after the new name of their species, where the name is made from the rule. There may be
 * very many of them, so each batch is a short transaction of its own.
 */
@Injectable()
export class RenameBoards {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly renames: BoardRenames,
    private readonly clock: Clock,
  ) {}

  async execute(job: Leased, turn: Turn): Promise<TurnEnd> {
    let after: string | undefined = '';
    while (after !== undefined) {
      // What has its name already is passed over, so a turn that begins anew comes further than the one before.
      if (turn.isOver()) return { afterSeconds: 0 };
      const from: string = after;
      after = await inTransaction(this.pool, (tx) => this.batch(tx, job, from));
      turn.keep();
    }
    return 'done';
  }

  /** Returns the id of the last board; undefined when there are no more. */
  private async batch(tx: pg.PoolClient, job: Leased, after: string): Promise<string | undefined> {
    await this.renames.progress(tx, job);
    const { rows } = await tx.query<BoardRow>(BOARDS, [job.id, after, BATCH]);
    // Read after the boards are locked: whoever named one of them before has done so by a name that was valid then.
    const species = (await tx.query<{ common_name: string }>(SPECIES, [job.id])).rows[0];
    if (!species) return undefined;
    const named = rows.map((row) => ({ id: row.id, now: row.name, name: boardName(ruleOf(row), species.common_name) }));
    const changed = named.filter(({ now, name }) => now !== name);
    if (changed.length > 0)
      await tx.query(RENAME, [
        changed.map(({ id }) => id),
        changed.map(({ name }) => name),
        this.clock.now().toISOString(),
      ]);
    return rows.length === BATCH ? rows.at(-1)?.id : undefined;
  }
}

const BOARDS = `
  SELECT ${BOARD_COLUMNS} FROM boards
  WHERE boards.species_id = $1 AND boards.account_id IS NOT NULL AND NOT boards.is_named AND boards.id > $2
  ORDER BY boards.id LIMIT $3 FOR NO KEY UPDATE OF boards`;

const SPECIES = 'SELECT common_name FROM species WHERE id = $1';

const RENAME = `
  UPDATE boards SET name = renamed.name, version = boards.version + 1, updated_at = $3::timestamptz
  FROM unnest($1::text[], $2::text[]) AS renamed (id, name) WHERE boards.id = renamed.id`;
