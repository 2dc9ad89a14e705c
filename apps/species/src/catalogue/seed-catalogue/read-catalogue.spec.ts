import { describe, expect, it } from '@jest/globals';
import { catalogueCsv, catalogueCsvRow } from '../../../test/species.builders.js';
import { InvalidCatalogue, readCatalogue } from './read-catalogue.js';

const problemsOf = (csv: string): readonly string[] => {
  try {
    readCatalogue(csv);
  } catch (error) {
    if (error instanceof InvalidCatalogue) return error.problems;
    throw error;
  }
  return [];
};

describe('a catalogue row', () => {
  it('becomes the facts of a species', () => {
    const [facts] = readCatalogue(
      catalogueCsv(
        catalogueCsvRow({
          other_common_names: 'Black Bass;Bigmouth (Gulf);ja:オオクチバス;es:Pargo (España);Achigã (Brasil)@pt',
          regions: 'north_america;africa',
          max_length_cm: '97',
        }),
      ),
    );
    expect(facts).toEqual({
      commonName: 'Largemouth Bass',
      scientificName: 'Micropterus salmoides',
      family: 'Centrarchidae',
      order: 'Centrarchiformes',
      water: 'freshwater',
      regions: ['north_america', 'africa'],
      commonNames: [
        { name: 'Largemouth Bass', language: 'en', region: null },
        { name: 'Black Bass', language: 'en', region: null },
        { name: 'Bigmouth', language: 'en', region: 'Gulf' },
        { name: 'オオクチバス', language: 'ja', region: null },
        { name: 'Pargo', language: 'es', region: 'España' },
        { name: 'Achigã', language: 'pt', region: 'Brasil' },
      ],
      worldRecord: {
        weightLbs: 22.25,
        place: 'Montgomery Lake, Georgia, USA',
        date: '1932-06-02',
        angler: 'George Perry',
        source: 'a list',
      },
      maxWeightLbs: 22.25,
      reportedMaxWeightLbs: 22.25,
      maxLengthIn: 38.2,
    });
  });

  it.each([
    { reported: '30', record: '22.25', greatest: 30 },
    { reported: '20', record: '22.25', greatest: 22.25 },
    { reported: '', record: '22.25', greatest: 22.25 },
  ])(
    'knows $greatest lb as the greatest of $reported reported and $record on record',
    ({ reported, record, greatest }) => {
      const [facts] = readCatalogue(
        catalogueCsv(catalogueCsvRow({ max_weight_lb_reported: reported, world_record_lb: record })),
      );
      expect(facts?.maxWeightLbs).toBe(greatest);
    },
  );

  it('without weights, record and length has nulls', () => {
    const blank = {
      world_record_lb: '',
      world_record_place: '',
      world_record_date: '',
      world_record_angler: '',
      world_record_source: '',
    };
    const [facts] = readCatalogue(
      catalogueCsv(
        catalogueCsvRow({ ...blank, max_weight_lb_reported: '', max_length_cm: '', other_common_names: '' }),
      ),
    );
    expect(facts).toMatchObject({
      worldRecord: null,
      maxWeightLbs: null,
      maxLengthIn: null,
      commonNames: [{ name: 'Largemouth Bass' }],
    });
  });
});

describe('a broken catalogue', () => {
  it('is refused with every problem and its line', () => {
    const csv = catalogueCsv(
      catalogueCsvRow({ family: 'bass', water: 'tea', regions: 'europe;atlantis' }),
      catalogueCsvRow({
        scientific_name: 'Esox lucius',
        common_name: 'Northern Pike',
        max_length_cm: 'long',
        world_record_date: '2024-02-30',
      }),
      catalogueCsvRow({ scientific_name: 'Esox niger', common_name: '', other_common_names: 'xx Pike;en:;(odd)' }),
      catalogueCsvRow({ scientific_name: 'Sander vitreus', common_name: 'Walleye', world_record_angler: '' }),
    );
    expect(problemsOf(csv)).toEqual([
      'line 2: family is no family name',
      'line 2: water must be one of freshwater, saltwater, brackish, anadromous, catadromous',
      expect.stringMatching(/^line 2: regions must be among north_america, /),
      'line 3: world_record_date is no year, month or day',
      'line 3: max_length_cm is not a plain decimal number',
      'line 4: common_name is empty',
      'line 4: other_common_names cannot read the name "en:"',
      'line 4: other_common_names cannot read the name "(odd)"',
      'line 5: the world record is half filled',
    ]);
  });

  it.each(['Tucunaré azul', 'Trairão (Lacerda)', 'SÁBALO', 'Stör'])(
    'is refused when the name %s is English by its label alone',
    (name) => {
      expect(problemsOf(catalogueCsv(catalogueCsvRow({ other_common_names: `Bigmouth;${name}` })))).toEqual([
        `line 2: other_common_names does not say the language of "${name.replace(/ \(.*/, '')}"`,
      ]);
    },
  );

  it('is refused when a name has its language twice', () => {
    expect(problemsOf(catalogueCsv(catalogueCsvRow({ other_common_names: 'es:Dorado@pt' })))).toEqual([
      'line 2: other_common_names cannot read the name "es:Dorado@pt"',
    ]);
  });

  it('is refused when a species or a common name is there twice', () => {
    const csv = catalogueCsv(
      catalogueCsvRow({}),
      catalogueCsvRow({ common_name: 'Bigmouth' }),
      catalogueCsvRow({ scientific_name: 'Micropterus punctulatus', common_name: 'largemouth bass' }),
    );
    expect(problemsOf(csv)).toEqual([
      'line 3: "Micropterus salmoides" is on line 2 already',
      'line 4: "largemouth bass" is on line 2 already',
    ]);
  });

  it.each([
    { fault: 'no header', csv: '' },
    { fault: 'a renamed column', csv: catalogueCsv().replace('family', 'tribe') },
  ])('is refused for $fault', ({ csv }) => {
    expect(problemsOf(csv)).toEqual([
      expect.stringMatching(/^line 1: the columns must be scientific_name,common_name,/),
    ]);
  });

  it('is refused for a row with a cell too many or too few, and for a quote that never closes', () => {
    expect(problemsOf(`${catalogueCsv(catalogueCsvRow({}))},more`)).toEqual(['line 2: Unrecognized key: "column 20"']);
    expect(problemsOf(`${catalogueCsv()}\nEsox lucius,Northern Pike`)).toContainEqual(
      expect.stringMatching(/^line 2: photo_author /),
    );
    expect(problemsOf(`${catalogueCsv()}\n"Esox lucius`)).toEqual([expect.stringMatching(/Quote Not Closed/)]);
  });
});
