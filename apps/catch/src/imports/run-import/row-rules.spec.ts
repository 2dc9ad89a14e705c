import type { Caller } from '@cds/identity';
import type { Clock } from '@cds/service-kit';
import type { Anglers } from '../../angler-lookup/anglers.js';
import type { KnownSpecies } from '../../species-names/species-index.js';
import type { SpeciesNames } from '../../species-names/species-names.js';
import { keptErrors } from './kept-errors.js';
import { RowRules } from './row-rules.js';

const species = (...names: string[]): KnownSpecies[] =>
  names.map((commonName, index) => ({
    id: `spc_${index + 1}`,
    commonName,
    scientificName: '',
    aliases: [],
    maxWeightLbs: null,
  }));

const rulesWhere = (called: readonly KnownSpecies[]): RowRules => {
  const names: Pick<SpeciesNames, 'resolve' | 'mostCaughtFirst' | 'nearest'> = {
    resolve: async () => (called.length === 0 ? { found: 'none' } : { found: 'several', species: called }),
    mostCaughtFirst: async (found) => [...found],
    nearest: async () => species('Bluegill', 'Walleye'),
  };
  const anglers: Pick<Anglers, 'find'> = { find: async () => null };
  return new RowRules(names as SpeciesNames, anglers as Anglers, {} as Clock);
};

const NAME = 'Jo "The" Angler';

describe('what a row is refused for', () => {
  it.each([
    ['a name of no species', [], 'No species has this name. Nearest: Bluegill, Walleye.'],
    [
      'a name of several species',
      species('Black bass', 'Sea bass'),
      'The name may be Black bass (spc_1) or Sea bass (spc_2).',
    ],
  ])('is said without %s', async (_what, called, detail) => {
    const refusal = await rulesWhere(called).species(NAME);
    expect(refusal).toMatchObject({ detail });
    expect('detail' in refusal && keptErrors([refusal])[0]?.detail).toBe(detail);
  });

  it('is said without the id of an unknown angler', async () => {
    const refusal = await rulesWhere([]).angler(NAME, { accountId: 'acc_1' } as Caller);
    expect(refusal?.detail).toBe('This account has no angler with this id.');
    expect(refusal && keptErrors([refusal])[0]?.detail).toBe(refusal?.detail);
  });
});
