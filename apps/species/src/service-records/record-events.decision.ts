import { isDeepStrictEqual } from 'node:util';
import type { ServiceRecordBroken, ServiceRecordChanged, SpeciesDescription } from '../catalogue/species.events.js';
import type { RecordMove } from './record-moves.decision.js';
import { serviceRecordOf } from './service-record.js';

export interface RecordEvents {
  readonly events: readonly (ServiceRecordChanged | ServiceRecordBroken)[];
  readonly traceparents: readonly (string | null)[];
}

/**
 * The events of a species whose record of all regions moved. `species.record_broken` follows the change of the species.
 * Records of regions stand in the list of records alone.
 */
export const recordEvents = (species: SpeciesDescription, moves: readonly RecordMove[]): RecordEvents => {
  const events: (ServiceRecordChanged | ServiceRecordBroken)[] = [];
  const traceparents: (string | null)[] = [];
  let now = species;
  for (const { key, record, previous, isBroken, traceparent } of moves) {
    const serviceRecord = record && serviceRecordOf(record);
    if (key.region !== null || isDeepStrictEqual(now.serviceRecord, serviceRecord)) continue;
    now = { ...now, serviceRecord };
    events.push({ type: 'ServiceRecordChanged', data: { species: now } });
    traceparents.push(traceparent);
    if (!isBroken || serviceRecord === null) continue;
    const fallen = previous && serviceRecordOf(previous);
    events.push({ type: 'ServiceRecordBroken', data: { species: now, record: serviceRecord, previous: fallen } });
    traceparents.push(traceparent);
  }
  return { events, traceparents };
};
