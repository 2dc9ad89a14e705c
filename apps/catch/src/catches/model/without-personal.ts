import type { CatchDetails } from './catch.events.js';

/** What a catch says of its angler is gone; the figures and the area stay. */
export const withoutPersonal = (details: CatchDetails): CatchDetails => ({
  ...details,
  location: details.location && { ...details.location, name: null, latitude: null, longitude: null },
  method: null,
  bait: null,
  notes: null,
  externalId: null,
  metadata: null,
});
