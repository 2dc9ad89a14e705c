import { inTransaction } from '@cds/postgres';
import type { LostEvent } from '@cds/publishing/lost-versions';
import type pg from 'pg';
import type { EraseAnglerHandler } from '../anglers/erase-angler/erase-angler.handler.js';
import type { AnglerLog } from '../anglers/angler-log.js';

interface AnglerRow {
  readonly account_id: string;
  readonly version: number;
  readonly erased_at: Date | null;
}

/** Publishes the name of an angler once more, beyond the lost version. One whose erasure was lost is erased again. */
export class RestateAngler {
  constructor(
    private readonly pool: pg.Pool,
    private readonly log: AnglerLog,
    private readonly eraser: Pick<EraseAnglerHandler, 'eraseOf'>,
  ) {}

  async beyond({ subject: id, type, data }: LostEvent): Promise<void> {
    const erase = await inTransaction(this.pool, async (tx) => {
      const { rows } = await tx.query<AnglerRow>(LOCK, [id]);
      const [angler] = rows;
      if (!angler || angler.erased_at) return undefined;
      const { account_id: accountId } = angler;
      if (type === 'AnglerErasedV1') return () => this.eraser.eraseOf(accountId, id, null);
      const occurredAt = new Date();
      for (let { version } = angler; version <= data.version; version += 1)
        await this.log.append(tx, id, { type: 'AnglerRenamed', data: { accountId } }, null, occurredAt);
      return undefined;
    });
    await erase?.();
  }
}

const LOCK = 'SELECT account_id, version, erased_at FROM anglers WHERE id = $1 FOR UPDATE';
