import type { Queryable } from '@cds/postgres';
import { Injectable } from '@nestjs/common';
import type { CatchHistory } from './record-moves.decision.js';

/** How many catches of each species there are. */
@Injectable()
export class CatchCounts {
  /**
   * Counts what a batch changed. Rows are written in the order of their ids, as the last thing of a transaction: other
   * batches wait for those that are caught everywhere.
   */
  async add(db: Queryable, history: CatchHistory): Promise<void> {
    const deltas = [...countDeltas(history)].filter(([, delta]) => delta !== 0);
    if (deltas.length === 0) return;
    await db.query(ADD, [deltas.map(([id]) => id), deltas.map(([, delta]) => delta)]);
  }
}

/** By how many the catches of each species grow. */
export const countDeltas = ({ before, steps }: CatchHistory): ReadonlyMap<string, number> => {
  const deltas = new Map<string, number>();
  const add = (speciesId: string, delta: number) => void deltas.set(speciesId, (deltas.get(speciesId) ?? 0) + delta);
  const newest = new Map(steps.map((fact) => [fact.catchId, fact]));
  for (const fact of before) if (newest.has(fact.catchId) && !fact.deleted) add(fact.speciesId, -1);
  for (const fact of newest.values()) if (!fact.deleted) add(fact.speciesId, 1);
  return deltas;
};

const ADD = `
  INSERT INTO species_catch_counts AS known (species_id, catches)
  SELECT delta.species_id, delta.catches FROM unnest($1::text[], $2::bigint[]) AS delta (species_id, catches)
  ORDER BY delta.species_id
  ON CONFLICT (species_id) DO UPDATE SET catches = known.catches + excluded.catches`;
