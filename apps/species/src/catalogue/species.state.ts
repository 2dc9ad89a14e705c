import type { RecordedEvent } from '@cds/event-sourcing';
import type { SpeciesDescription, SpeciesEvent } from './species.events.js';

/** A species before and after its registration, and after its deletion. */
export type SpeciesState = Unregistered | Registered | Deleted;

export interface Unregistered {
  status: 'unregistered';
}

export interface Registered {
  status: 'registered';
  species: SpeciesDescription;
}

export interface Deleted {
  status: 'deleted';
  /** As it was. */
  species: SpeciesDescription;
}

export const unregistered: SpeciesState = { status: 'unregistered' };

export const evolve = (state: SpeciesState, event: RecordedEvent<SpeciesEvent>): SpeciesState => {
  switch (event.type) {
    case 'SpeciesDeleted':
      return state.status === 'unregistered' ? state : { status: 'deleted', species: state.species };
    case 'SpeciesRegistered':
    case 'SpeciesRevised':
    case 'SpeciesRestored':
    case 'WorldRecordsEdited':
    case 'ServiceRecordChanged':
    case 'ServiceRecordBroken':
    case 'SpeciesPhotoAdded':
    case 'SpeciesPhotoRemoved':
      return { status: 'registered', species: event.data.species };
  }
};
