import { TOPICS } from '@cds/contracts';
import type { CloudEvent } from '@cds/kafka';
import { type Corrections, headsOf, type LostEvent } from '@cds/publishing/lost-versions';
import { derivedId } from '@cds/service-kit';
import type pg from 'pg';
import { SpeciesLog } from '../catalogue/species-log.js';
import type { SpeciesEvent } from '../catalogue/species.events.js';
import { restateSpecies } from './restate-species.js';

/** The species service's. A deletion that was lost has no version, and is not among what is corrected. */
export const speciesCorrections = (pool: pg.Pool): Corrections => {
  // The relay of the running service publishes what is appended here.
  const log = new SpeciesLog(pool, { wake: () => undefined });
  return {
    headsOf: (subjects) => headsOf(pool, subjects),
    isFinal: ({ type }) => type === ('SpeciesDeleted' satisfies SpeciesEvent['type']),
    restate: async (lost) => {
      for (const { subject, data } of lost) await restateSpecies(log, subject, data.version);
    },
    withdraw: withdrawSpecies,
    withdrawStates: () => Promise.resolve([]),
  };
};

/** The tombstone of a species that the log does not have. Broken records are no states. */
export const withdrawSpecies = ({ topic, subject, type, time, data }: LostEvent, at: Date): CloudEvent | undefined =>
  topic === TOPICS.speciesCatalog
    ? {
        id: derivedId('event', time, subject, String(data.version), 'withdrawn'),
        type,
        source: '/species',
        subject,
        time: at,
        accountId: null,
        traceparent: null,
        data: null,
      }
    : undefined;
