import type { RecordedEvent } from '@cds/event-sourcing';
import type { SpeciesDescription, SpeciesEvent } from './species.events.js';

/** A species before and after its registration. */
export type SpeciesState = Unregistered | Registered;

export interface Unregistered {
  status: 'unregistered';
}

export interface Registered {
  status: 'registered';
  species: SpeciesDescription;
}

export const unregistered: SpeciesState = { status: 'unregistered' };

export const evolve = (_state: SpeciesState, event: RecordedEvent<SpeciesEvent>): SpeciesState => {
  switch (event.type) {
    case 'SpeciesRegistered':
    case 'SpeciesRevised':
      return { status: 'registered', species: event.data.species };
  }
};
