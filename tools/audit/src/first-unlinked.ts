import type { Queryable } from '@cds/postgres';
import { UNLINKED, type Unlinked } from './chain.sql.js';

const BATCH = 5_000;
const TELL_EVERY = 100_000;

/** What is wrong with the first entry, by its id, that is not in the chain and does not wait for its link. */
export const firstUnlinked = async (db: Queryable, onProgress: (text: string) => void): Promise<string | undefined> => {
  let after = '';
  for (let looked = BATCH; ; looked += BATCH) {
    const { rows } = await db.query<Unlinked>(UNLINKED, [after, BATCH]);
    const [found] = rows;
    if (found?.unlinked) return `Entry ${found.unlinked}: it was added beside the chain.`;
    if (!found?.reached) return undefined;
    after = found.reached;
    if (looked % TELL_EVERY === 0) onProgress(`looked up ${looked.toLocaleString('en')} entries in the chain`);
  }
};
