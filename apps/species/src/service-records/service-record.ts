import type { ServiceRecord } from '../catalogue/species.events.js';
import type { CatchFact } from './catch-fact.js';

/** A catch as the record of its species. */
export const serviceRecordOf = (fact: CatchFact): ServiceRecord => ({
  catchId: fact.catchId,
  weightLbs: fact.weightLbs,
  caughtAt: fact.caughtAt.toISOString(),
  anglerId: fact.anglerId,
  region: fact.region,
  country: fact.country,
  verificationTier: fact.verificationTier,
});
