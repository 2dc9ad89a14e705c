import type { Queryable } from '@cds/postgres';
import { scientificNameTaken } from './species.errors.js';

/** Fails with `species.scientific_name_taken`, naming the species that has the name. Call it under `lockNames`. */
export const refuseTakenName = async (tx: Queryable, scientificName: string): Promise<void> => {
  const { rows } = await tx.query<{ id: string }>('SELECT id FROM species WHERE scientific_name = $1', [
    scientificName,
  ]);
  const [holder] = rows;
  if (holder) throw scientificNameTaken(scientificName, holder.id);
};
