import { inTransaction, POOL } from '@cds/postgres';
import { Clock } from '@cds/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { BoardRankings } from '../../board-jobs/board-rankings.js';
import { BOARD_COLUMNS, type BoardRow, ruleOf } from '../../boards/board-row.js';
import { BoardViews, type TaggedView } from '../../boards/board-views.js';
import { BoardFiller } from '../../fill-boards/board-filler.js';
import { SpeciesStore } from '../../species/species.store.js';
import { BoardChangeRates } from '../board-change-rates.store.js';
import { lockOwnBoard, type OwnBoard } from '../locked-board.js';
import { type EditBoard, type EditedBoard, sameRule } from './edit-board.js';

/** Reads a patch of what a board is now; throws where there is nothing to read. */
export type ReadPatch = (now: BoardRow) => EditBoard;

@Injectable()
export class EditBoardHandler {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly species: SpeciesStore,
    private readonly rankings: BoardRankings,
    private readonly filler: BoardFiller,
    private readonly rates: BoardChangeRates,
    private readonly views: BoardViews,
    private readonly clock: Clock,
  ) {}

  /**
   * Merges a patch into a board of the caller's account. Whose it is comes before what the patch says; what is there
   * already changes nothing. A changed rule is computed in the background, while the entries that there are serve.
   */
  async execute(own: OwnBoard, readPatch: ReadPatch, traceparent: string | null): Promise<TaggedView> {
    const row = await inTransaction(this.pool, async (tx) => {
      const now = await lockOwnBoard(tx, own);
      const edited = await this.edit(tx, now, readPatch(now));
      if (sameRule(ruleOf(edited), ruleOf(now))) return edited;
      await this.rates.count(tx, own.accountId);
      await this.rankings.fillAnew(tx, [own.id], traceparent);
      return { ...edited, is_filling: true };
    });
    this.filler.wake();
    return this.views.tagged(this.pool, row);
  }

  private async edit(tx: pg.PoolClient, now: BoardRow, patch: EditBoard): Promise<BoardRow> {
    const edited = patch.accept(patch.speciesId === null ? undefined : await this.species.hold(tx, patch.speciesId));
    const isSame = sameRule(edited.rule, ruleOf(now)) && edited.name === now.name && edited.isNamed === now.is_named;
    return isSame ? now : this.save(tx, now, edited);
  }

  private async save(tx: pg.PoolClient, { id }: BoardRow, { rule, name, isNamed }: EditedBoard): Promise<BoardRow> {
    const { rows } = await tx.query<BoardRow>(SAVE, [
      id,
      name,
      isNamed,
      rule.metric,
      rule.speciesId,
      rule.region,
      rule.minVerificationTier,
      rule.period,
      this.clock.now().toISOString(),
    ]);
    if (!rows[0]) throw new Error('a locked board is still there when it is written');
    return rows[0];
  }
}

const SAVE = `
  UPDATE boards SET name = $2, is_named = $3, metric = $4, species_id = $5, region = $6,
    min_verification_tier = $7::verification_tier, period = $8, version = boards.version + 1, updated_at = $9
  WHERE id = $1
  RETURNING ${BOARD_COLUMNS}`;
