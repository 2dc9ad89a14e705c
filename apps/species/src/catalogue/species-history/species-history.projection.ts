import { isDeepStrictEqual } from 'node:util';
import type { Actor, RecordedEvent } from '@cds/event-sourcing';
import type { SpeciesEvent } from '../species.events.js';
import { type SpeciesRow, worldRecordId } from '../species.projection.js';
import { type SpeciesView, worldRecordView } from '../species-view.js';
import type { SpeciesChange } from './species-history.schemas.js';

/** A species after one of its events: as it is stored, and as it is answered. */
export interface SpeciesState {
  readonly row: SpeciesRow;
  readonly view: SpeciesView;
}

const ACTIONS: Readonly<Record<SpeciesEvent['type'], string>> = {
  SpeciesRegistered: 'species.created',
  SpeciesRevised: 'species.updated',
  SpeciesDeleted: 'species.deleted',
  SpeciesRestored: 'species.restored',
  WorldRecordsEdited: 'species.updated',
  ServiceRecordChanged: 'species.updated',
  ServiceRecordBroken: 'species.record_broken',
  SpeciesPhotoAdded: 'species.updated',
  SpeciesPhotoRemoved: 'species.updated',
};

/** What an event made of a species, for a caller of `viewer`. Before its first event a species is empty. */
export const speciesChange = (
  { type, metadata }: RecordedEvent<SpeciesEvent>,
  before: SpeciesState | null,
  after: SpeciesState | null,
  viewer: string,
): SpeciesChange => ({
  at: metadata.occurredAt.toISOString(),
  by: metadata.actor && actorFor(metadata.actor, viewer),
  action: ACTIONS[type],
  changes: after === null ? [] : changesBetween(before && comparedOf(before), comparedOf(after)),
  version: metadata.version,
});

/** Which credential it was is for its own account alone. */
const actorFor = ({ accountId, credentialId }: Actor, viewer: string) => ({
  account_id: accountId,
  credential_id: accountId === viewer ? credentialId : null,
});

/**
 * What is compared of a species: its answer, and the former world records, which have a list of their own. Nobody
 * writes the drawing, which follows the names by itself.
 */
const comparedOf = ({ row, view }: SpeciesState): Fields => ({
  ...view,
  photos: view.photos.filter(({ kind }) => kind !== 'illustration'),
  former_world_records: row.formerRecords.map((record) => ({
    id: worldRecordId(row.id, record),
    ...worldRecordView(record),
  })),
});

type Fields = Readonly<Record<string, unknown>>;

/** Fields that are set once or that every version moves: they say nothing about what changed. */
const NOT_COMPARED = new Set(['id', 'updated_at']);

const changesBetween = (before: Fields | null, after: Fields): SpeciesChange['changes'] =>
  Object.entries(after)
    .map(([field, to]) => ({ field, from: before ? before[field] : Array.isArray(to) ? [] : null, to }))
    .filter(({ field, from, to }) => !NOT_COMPARED.has(field) && !isDeepStrictEqual(from, to));
