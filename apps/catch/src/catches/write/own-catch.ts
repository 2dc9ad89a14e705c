import { AppError } from '@cds/errors';
import { POOL } from '@cds/postgres';
import { matchesTag, type Requester } from '@cds/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { stateTag } from '../read/catch-answer.js';
import { CatchLog } from '../log/catch-log.js';
import { catchDeleted } from '../model/catch.errors.js';
import type { Logged } from '../model/catch.state.js';

/** Which catch is to change, for whom, and what it must still be: the header `If-Match`. */
export interface CatchChange {
  id: string;
  caller: Requester;
  ifMatch: string | undefined;
}

/** The catch that a request is to change. */
@Injectable()
export class OwnCatch {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly log: CatchLog,
  ) {}

  /** Fails with `catch.not_found`, `catch.deleted`, `catch.forbidden` or, in the end, `request.precondition_failed`. */
  async load({ id, caller, ifMatch }: CatchChange): Promise<Logged> {
    const state = await this.log.loadOwn(this.pool, id, caller.accountId);
    if (ifMatch !== undefined) await this.checkTag(id, ifMatch);
    return state;
  }

  /** Later than the state, on which the append will insist: so of two writers with one tag one fails. */
  private async checkTag(id: string, ifMatch: string): Promise<void> {
    const { rows } = await this.pool.query<{ version: number; updated_at: Date }>({
      name: 'catch-tag',
      text: TAG,
      values: [id],
    });
    const [row] = rows;
    if (!row) throw catchDeleted(id);
    if (!matchesTag(ifMatch, stateTag(id, row.version, row.updated_at))) throw changedMeanwhile(id, row.version);
  }
}

const TAG = 'SELECT version, updated_at FROM catches WHERE id = $1';

const changedMeanwhile = (id: string, version: number): AppError =>
  new AppError({
    code: 'request.precondition_failed',
    kind: 'conflict',
    message: `If-Match does not have the ETag of ${id}, which is at version ${version} now.`,
  });
