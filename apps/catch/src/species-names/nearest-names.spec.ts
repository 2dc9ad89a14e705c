import { NearestNames } from './nearest-names.js';
import type { KnownSpecies } from './species-index.js';

const species = (commonName: string, scientificName: string, aliases: string[] = []): KnownSpecies => ({
  id: `spc_${commonName}`,
  commonName,
  scientificName,
  aliases,
  maxWeightLbs: null,
});

const SPECIES = [
  species('Walleye', 'Sander vitreus', ['es: Lucioperca americana']),
  species('Largemouth Bass', 'Micropterus salmoides', ['Bucketmouth', 'Achigã', 'オオクチバス']),
  species('Atlantic Cod', 'Gadus morhua'),
  species('Smallmouth Bass', 'Micropterus dolomieu', ['Bronzeback']),
];

const namesOf = (found: readonly KnownSpecies[]): string[] => found.map(({ commonName }) => commonName);

describe('the names nearest to a text', () => {
  it.each([
    ['wall eye', 'Walleye'],
    ['larg mouht bas', 'Largemouth Bass'],
    ['SMALL-MOUTH', 'Smallmouth Bass'],
    ['Gadus', 'Atlantic Cod'],
    ['bucket mouth', 'Largemouth Bass'],
    ['achiga', 'Largemouth Bass'],
    ['オオクチ', 'Largemouth Bass'],
  ])('begin for %j with %s', async (text, nearest) => {
    expect(namesOf((await NearestNames.of(SPECIES)).nearest(text, 3))[0]).toBe(nearest);
  });

  it('are as many as are wanted, those without anything in common last and by their names', async () => {
    const names = await NearestNames.of(SPECIES);
    expect(namesOf(names.nearest('micropterus', 3))).toEqual(['Smallmouth Bass', 'Largemouth Bass', 'Atlantic Cod']);
    expect(namesOf(names.nearest('%%%', 3))).toEqual(['Atlantic Cod', 'Largemouth Bass', 'Smallmouth Bass']);
    expect(names.nearest('cod', 9)).toHaveLength(SPECIES.length);
  });

  it('are none of no species', async () => {
    expect((await NearestNames.of([])).nearest('cod', 3)).toEqual([]);
  });

  it('are found among more species than are gone through at once', async () => {
    const many = Array.from({ length: 1_200 }, (_, index) => species(`Fish ${index}`, `Piscis ${index}`));
    expect(namesOf((await NearestNames.of([...many, ...SPECIES])).nearest('walley', 1))).toEqual(['Walleye']);
  });
});
