import type { Clock } from '@cds/service-kit';
import type { Anglers } from '../../angler-lookup/anglers.js';
import type { KnownSpecies } from '../../species-names/species-index.js';
import type { SpeciesNames } from '../../species-names/species-names.js';
import { CatchRules } from './catch-rules.js';

const basses = (count: number): KnownSpecies[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `spc_${index + 1}`,
    commonName: `Bass ${index + 1}`,
    scientificName: '',
    aliases: [],
    maxWeightLbs: null,
  }));

/** What is wrong with a name where so many species are called so. */
const refusalOf = async (count: number, text = 'bass') => {
  const names: Pick<SpeciesNames, 'resolveSoon' | 'mostCaughtFirst' | 'nearest'> = {
    resolveSoon: async () => (count === 0 ? { found: 'none' } : { found: 'several', species: basses(count) }),
    mostCaughtFirst: async (species) => species.toReversed(),
    nearest: async (name) => (name === 'bass' ? basses(3) : []),
  };
  return new CatchRules(names as SpeciesNames, {} as Anglers, {} as Clock).species(text);
};

describe('a name of several species', () => {
  it('is refused with all of them, the most caught first', async () => {
    expect(await refusalOf(2)).toEqual({
      pointer: '/species',
      code: 'species.ambiguous',
      detail: '"bass" may be Bass 2 (spc_2) or Bass 1 (spc_1).',
      candidates: [
        { id: 'spc_2', common_name: 'Bass 2' },
        { id: 'spc_1', common_name: 'Bass 1' },
      ],
    });
    expect(await refusalOf(5)).toMatchObject({ detail: expect.stringMatching(/Bass 5 .*Bass 4 .*Bass 1 /) as string });
  });

  it('is refused with a few in words where there are many, and no more candidates than are published', async () => {
    const refusal = await refusalOf(128);
    expect(refusal).toMatchObject({
      detail: '"bass" may be Bass 128 (spc_128) or Bass 127 (spc_127) or Bass 126 (spc_126) or one of 125 others.',
    });
    expect('candidates' in refusal && refusal.candidates?.map(({ id }) => id)).toEqual(
      basses(128)
        .toReversed()
        .slice(0, 100)
        .map(({ id }) => id),
    );
  });
});

describe('a name of no species', () => {
  it('is refused with the nearest ones', async () => {
    expect(await refusalOf(0)).toEqual({
      pointer: '/species',
      code: 'species.unknown',
      detail: 'No species is called "bass". Nearest: Bass 1, Bass 2, Bass 3.',
      candidates: basses(3).map(({ id, commonName }) => ({ id, common_name: commonName })),
    });
  });

  it('is refused as an id where it is meant as one', async () => {
    expect(await refusalOf(0, 'spc_01h455vb4pex5vsknk084sn0zz')).toEqual({
      pointer: '/species',
      code: 'species.unknown',
      detail: 'No species has the id "spc_01h455vb4pex5vsknk084sn0zz".',
    });
  });
});
