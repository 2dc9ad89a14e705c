import { isDeepStrictEqual } from 'node:util';
import type { Actor, RecordedEvent } from '@cds/event-sourcing';
import type { SpeciesEvent } from '../species.events.js';
import type { SpeciesView } from '../species-view.js';
import type { SpeciesChange } from './species-history.schemas.js';

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
  before: SpeciesView | null,
  after: SpeciesView | null,
  viewer: string,
): SpeciesChange => ({
  at: metadata.occurredAt.toISOString(),
  by: metadata.actor && actorFor(metadata.actor, viewer),
  action: ACTIONS[type],
  changes: after === null ? [] : changesBetween(before && withoutDrawing(before), withoutDrawing(after)),
  version: metadata.version,
});

/** Which credential it was is for its own account alone. */
const actorFor = ({ accountId, credentialId }: Actor, viewer: string) => ({
  account_id: accountId,
  credential_id: accountId === viewer ? credentialId : null,
});

/** Nobody writes the drawing, which follows the names of a species by itself. */
const withoutDrawing = (view: SpeciesView): SpeciesView => ({
  ...view,
  photos: view.photos.filter(({ kind }) => kind !== 'illustration'),
});

/** Fields that are set once or that every version moves: they say nothing about what changed. */
const NOT_COMPARED = new Set(['id', 'updated_at']);

const changesBetween = (before: SpeciesView | null, after: SpeciesView): SpeciesChange['changes'] =>
  Object.entries(after)
    .map(([field, to]) => ({
      field,
      from: before ? before[field as keyof SpeciesView] : Array.isArray(to) ? [] : null,
      to: to as unknown,
    }))
    .filter(({ field, from, to }) => !NOT_COMPARED.has(field) && !isDeepStrictEqual(from, to));
