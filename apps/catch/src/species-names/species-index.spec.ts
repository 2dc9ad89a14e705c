import { type KnownSpecies, SpeciesIndex } from './species-index.js';

const species = (id: string, commonName: string, scientificName: string, aliases: string[] = []): KnownSpecies => ({
  id,
  commonName,
  scientificName,
  aliases,
  maxWeightLbs: null,
});
const bass = species('spc_1', 'Largemouth Bass', 'Micropterus salmoides', ['Bucketmouth', 'Black Bass', 'Achigã']);
const smallmouth = species('spc_2', 'Smallmouth Bass', 'Micropterus dolomieu', ['Bronzeback', 'Black Bass']);
const spadefish = species('spc_3', 'Atlantic Spadefish', 'Chaetodipterus faber', ['Angelfish (Gulf)']);
const bronze = species('spc_4', 'Bronzeback', 'Bronzus verus');
const ulua = species('spc_7', 'Giant Trevally', 'Caranx ignobilis', [
  'Ulua-Aukea',
  'King’s Ulua',
  'Røde Æbleulua',
  'ロウニンアジ',
]);
const index = new SpeciesIndex([bass, smallmouth, spadefish, bronze, ulua]);

describe('finding a species', () => {
  it.each([
    ['id', 'spc_1', bass],
    ['scientific name', 'micropterus SALMOIDES', bass],
    ['common name in any case', 'largemouth bass', bass],
    ['extra spaces', '  Largemouth   bass ', bass],
    ['alias', 'bucketmouth', bass],
    ['alias with accents', 'achigã', bass],
    ['alias with its qualifier', 'angelfish (gulf)', spadefish],
    ['alias without its qualifier', 'Angelfish', spadefish],
    ['common name before another species’ alias', 'bronzeback', bronze],
    ['hyphens for spaces', 'largemouth-bass', bass],
    ['any separator for spaces', 'LARGEMOUTH_BASS.', bass],
    ['scientific name with a hyphen', 'micropterus-salmoides', bass],
    ['alias with a qualifier that has no brackets', 'angelfish-gulf', spadefish],
    ['full-width letters', 'Ｌａｒｇｅｍｏｕｔｈ　Ｂａｓｓ', bass],
    ['accents that the name lacks', 'Brónzeback', bronze],
    ['alias without the hyphen that it has', 'ulua aukea', ulua],
    ['apostrophe of another kind', 'kings ulua', ulua],
    ['letter that stands for two', 'rode aebleulua', ulua],
    ['hiragana for katakana', 'ろうにんあじ', ulua],
  ])('works by %s', (_by, text, expected) => {
    expect(index.resolve(text)).toEqual({ found: 'one', species: expected });
  });

  it('names all whose alias it may be', () => {
    expect(index.resolve('black bass')).toEqual({ found: 'several', species: [bass, smallmouth] });
  });

  it('names all whose common name it is, where these differ in separators alone', () => {
    const [one, other] = [species('spc_8', 'Black-spot Tuskfish', 'A'), species('spc_9', 'Black Spot Tuskfish', 'B')];
    const both = new SpeciesIndex([one, other]);
    expect(both.resolve('black_spot tuskfish')).toEqual({ found: 'several', species: [one, other] });
    expect(both.resolve('Black-Spot Tuskfish')).toEqual({ found: 'one', species: one });
    expect(both.resolve('black spot tuskfish')).toEqual({ found: 'one', species: other });
  });

  it('means all by a bare kind, whatever alias one of them has', () => {
    const striped = species('spc_5', 'Striped Bass', 'Morone saxatilis', ['Rockfish']);
    const european = species('spc_6', 'European Seabass', 'Dicentrarchus labrax', ['Bass']);
    const named = new SpeciesIndex([bass, smallmouth, spadefish, striped, european]);
    expect(named.resolve('Bass')).toEqual({ found: 'several', species: [bass, smallmouth, striped, european] });
    expect(named.resolve('-bass-')).toMatchObject({ found: 'several' });
    expect(named.resolve('striped bass')).toEqual({ found: 'one', species: striped });
    expect(named.resolve('rockfish')).toEqual({ found: 'one', species: striped });
    expect(named.resolve('spadefish')).toEqual({ found: 'none' });
  });

  it.each(['unicorn fish', 'large mouth bass', '', '-', '…'])('finds nothing for %j', (text) => {
    const unnamed = species('spc_9', 'Tuskfish', 'Choerodon', ['!?']);
    expect(new SpeciesIndex([bass, unnamed]).resolve(text)).toEqual({ found: 'none' });
  });
});
