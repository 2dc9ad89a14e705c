import { givenFor } from '@cds/testing/events';
import { describe, it } from '@jest/globals';
import { speciesFacts, speciesRegistered, speciesRevised } from '../../../test/species.builders.js';
import { evolve, unregistered } from '../species.state.js';
import { describeSpecies } from './describe-species.js';

const given = givenFor({ initial: unregistered, evolve, decide: describeSpecies });
const slug = 'largemouth-bass';
const recordId = 'rcd_2';

describe('a species that is not registered', () => {
  it('is registered as described', () => {
    given().when({ slug, recordId, facts: speciesFacts() }).then(speciesRegistered());
  });
});

describe('a registered species', () => {
  it('stays as it is when nothing new is said', () => {
    given(speciesRegistered()).when({ slug, recordId, facts: speciesFacts() }).then();
  });

  it('is revised, with the old values of what changed', () => {
    given(speciesRegistered())
      .when({ slug, recordId, facts: speciesFacts({ maxWeightLbs: 25, worldRecord: null }) })
      .then(
        speciesRevised(
          { maxWeightLbs: 25, worldRecord: null },
          { maxWeightLbs: 22.25, worldRecord: speciesFacts().worldRecord },
        ),
      );
  });

  it('keeps its slug when its name changes', () => {
    given(speciesRegistered())
      .when({ slug: 'florida-bass', recordId, facts: speciesFacts({ commonName: 'Florida Bass' }) })
      .then(speciesRevised({ commonName: 'Florida Bass' }, { commonName: 'Largemouth Bass' }));
  });

  it('is compared with its last revision', () => {
    given(speciesRegistered(), speciesRevised({ maxLengthIn: 40 }, { maxLengthIn: 38.2 }))
      .when({ slug, recordId, facts: speciesFacts({ maxLengthIn: 40 }) })
      .then();
  });
});
