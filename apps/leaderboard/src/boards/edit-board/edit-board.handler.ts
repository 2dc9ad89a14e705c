import { inTransaction, POOL } from '@cds/postgres';
import { Clock } from '@cds/service-kit';
import { acceptBody, parseBody } from '@cds/validation';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { BoardRankings } from '../../rankings/board-rankings.js';
import { SpeciesStore } from '../../species/species.store.js';
import { speciesUnknown } from '../board.errors.js';
import { boardName } from '../board-name.js';
import { BOARD_COLUMNS, type BoardRow, ruleOf } from '../board-row.js';
import { editBoardBody } from '../board-rule.schemas.js';
import { BoardViews, type TaggedView } from '../board-views.js';
import { lockOwnBoard, type OwnBoard } from '../locked-board.js';
import { editBoard, type EditedBoard, sameRule } from './edit-board.js';

@Injectable()
export class EditBoardHandler {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly species: SpeciesStore,
    private readonly rankings: BoardRankings,
    private readonly views: BoardViews,
    private readonly clock: Clock,
  ) {}

  /**
   * Merges a patch into a board of the caller's account. Whose it is comes before what the patch says; what is there
   * already changes nothing. A changed rule is computed in the background, while the entries that there are serve.
   */
  async execute(own: OwnBoard, body: unknown, traceparent: string | null): Promise<TaggedView> {
    const row = await inTransaction(this.pool, async (tx) => {
      const now = await lockOwnBoard(tx, own);
      const edited = await this.edit(tx, now, body);
      if (sameRule(ruleOf(edited), ruleOf(now))) return edited;
      await this.rankings.fillAnew(tx, [own.id], traceparent);
      return { ...edited, is_filling: true };
    });
    return this.views.tagged(this.pool, row);
  }

  private async edit(tx: pg.PoolClient, now: BoardRow, body: unknown): Promise<BoardRow> {
    const parsed = parseBody(editBoardBody, body);
    const wanted = parsed.partial.species_id === undefined ? now.species_id : parsed.partial.species_id;
    const species = wanted === null ? null : await this.species.hold(tx, wanted);
    const isUnknown = wanted !== null && wanted !== now.species_id && (!species || species.deleted);
    const edited = editBoard(now, acceptBody(parsed, isUnknown ? [speciesUnknown(wanted)] : []));
    const name = edited.givenName ?? boardName(edited.rule, species?.commonName ?? null);
    const isNamed = edited.givenName !== null;
    if (sameRule(edited.rule, ruleOf(now)) && name === now.name && isNamed === now.is_named) return now;
    return this.save(tx, now, { ...edited, name });
  }

  private async save(tx: pg.PoolClient, { id }: BoardRow, edited: EditedBoard & { name: string }): Promise<BoardRow> {
    const { rule } = edited;
    const { rows } = await tx.query<BoardRow>(SAVE, [
      id,
      edited.name,
      edited.givenName !== null,
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
