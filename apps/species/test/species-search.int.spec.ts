import { createPool } from '@cds/postgres';
import { type TestDatabase, testDatabase } from '@cds/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { seedCatalogue } from '../src/catalogue/seed-catalogue/seed-catalogue.handler.js';
import type { SpeciesView } from '../src/catalogue/species-view.js';
import { catalogue, type SpeciesHarness, startSpecies } from './species.harness.js';

interface Page {
  data: SpeciesView[];
  total: number;
}

/** How often some species are caught, as anglers would expect it. */
const CAUGHT: Readonly<Record<string, number>> = {
  'Largemouth Bass': 900,
  'Rainbow Trout': 800,
  'Channel Catfish': 700,
  'Yellow Perch': 600,
  'Red Snapper': 500,
  'Chinook Salmon': 400,
  'Yellowfin Tuna': 390,
  'Nassau Grouper': 10,
  'Gag Grouper': 380,
  'Black Crappie': 370,
  'Summer Flounder': 360,
  'Common Carp': 350,
  'Blacktip Shark': 340,
  'Great Barracuda': 330,
  'Common Snook': 320,
  'Crevalle Jack': 310,
  'King Mackerel': 300,
  'Atlantic Cod': 290,
  'Common Bream': 280,
  'Lake Sturgeon': 270,
  'Blue Marlin': 260,
};

let database: TestDatabase;
let species: SpeciesHarness;

beforeAll(async () => {
  database = await testDatabase('species');
  const pool = createPool(database.url, { applicationName: 'test' });
  await seedCatalogue(pool, await catalogue(), new Date('2026-03-01T08:00:00.000Z'));
  const { rowCount } = await pool.query(
    `INSERT INTO species_catch_counts (species_id, catches)
     SELECT id, catches FROM species JOIN unnest($1::text[], $2::bigint[]) AS caught (name, catches) ON name =
       common_name`,
    [Object.keys(CAUGHT), Object.values(CAUGHT)],
  );
  expect(rowCount).toBe(Object.keys(CAUGHT).length);
  await pool.end();
  species = await startSpecies(database.url);
});
afterAll(async () => {
  await species.stop();
  await database.drop();
});

const search = async (q: string): Promise<{ status: number; body: Page }> =>
  species.get<Page>(`/v1/species?q=${encodeURIComponent(q)}&per_page=100&fields=id,common_name,common_names`);
const namesOf = ({ data }: Page): string[] => data.map((one) => one.common_name);

describe('a name that anglers write', () => {
  it.each([
    // misspelt
    ['largemuoth bas', 'Largemouth Bass'],
    ['smallmoth bass', 'Smallmouth Bass'],
    ['wallaye', 'Walleye'],
    ['walye', 'Walleye'],
    ['muskelunge', 'Muskellunge'],
    ['northen pyke', 'Northern Pike'],
    ['krappie', 'Black Crappie'],
    ['blue gil', 'Bluegill'],
    ['buegill', 'Bluegill'],
    ['chanel cat fish', 'Channel Catfish'],
    ['stripd bass', 'Striped Bass'],
    ['sturgon', 'Lake Sturgeon'],
    ['baracuda', 'Great Barracuda'],
    ['wahu', 'Wahoo'],
    ['sallmon', 'Chinook Salmon'],
    ['rianbow trout', 'Rainbow Trout'],
    ['brok trout', 'Brook Trout'],
    ['yelowfin tuna', 'Yellowfin Tuna'],
    ['marlen', 'Blue Marlin'],
    ['goliath groper', 'Atlantic Goliath Grouper'],
    ['mahimahi', 'Dolphinfish'],
    ['dolfinfish', 'Dolphinfish'],
    ['barramundy', 'Barramundi'],
    ['tarpin', 'Atlantic Tarpon'],
    ['swordfsh', 'Swordfish'],
    ['barracooda', 'Great Barracuda'],
    ['black crapy', 'Black Crappie'],
    // with two letters swapped, or in a word that is short or part of another name
    ['brook rtout', 'Brook Trout'],
    ['smallmouth abss', 'Smallmouth Bass'],
    ['striped abss', 'Striped Bass'],
    ['blue amrlin', 'Blue Marlin'],
    ['rde drum', 'Red Drum'],
    ['chinook aslmon', 'Chinook Salmon'],
    ['rdud', 'Rudd'],
    ['perimt', 'Permit'],
    ['tapron', 'Atlantic Tarpon'],
    ['wlaleye', 'Walleye'],
    ['blefish', 'Bluefish'],
    ['murray od', 'Murray Cod'],
    ['xarp', 'Common Carp'],
    // of regions, and in part
    ['striper', 'Striped Bass'],
    ['redfish', 'Red Drum'],
    ['mackinaw', 'Lake Trout'],
    ['kokanee', 'Sockeye Salmon'],
    ['shellcracker', 'Redear Sunfish'],
    ['eelpout', 'Burbot'],
    ['mudfish', 'Bowfin'],
    ['tog', 'Tautog'],
    ['fluke', 'Summer Flounder'],
    ['ulua', 'Giant Trevally'],
    ['branzino', 'European Seabass'],
    ['sheatfish', 'Wels Catfish'],
    ['oncorhynchus mykiss', 'Rainbow Trout'],
    ['silver king', 'Atlantic Tarpon'],
    // in other languages
    ['lucioperca', 'Zander'],
    ['achigã', 'Largemouth Bass'],
    ['dorade royale', 'Gilthead Seabream'],
    ['Anguille d’Europe', 'European Eel'],
    ['europaischer aal', 'European Eel'],
    ['meerforelle', 'Brown Trout'],
    ['Königslachs', 'Chinook Salmon'],
    ['Ko\u0308nigslachs', 'Chinook Salmon'],
    ['weißer stör', 'White Sturgeon'],
    ['ズキ', 'Japanese Seabass'],
    ['kabeljau', 'Atlantic Cod'],
    ['スズキ', 'Japanese Seabass'],
    ['ぶり', 'Japanese Amberjack'],
    ['カツオ', 'Skipjack Tuna'],
    // kinds, the most caught first
    ['bass', 'Largemouth Bass'],
    ['trout', 'Rainbow Trout'],
    ['perch', 'Yellow Perch'],
    ['catfish', 'Channel Catfish'],
    ['snapper', 'Red Snapper'],
    ['salmon', 'Chinook Salmon'],
    ['tuna', 'Yellowfin Tuna'],
    ['grouper', 'Gag Grouper'],
    ['crappie', 'Black Crappie'],
    ['flounder', 'Summer Flounder'],
    ['carp', 'Common Carp'],
    ['shark', 'Blacktip Shark'],
    ['barracuda', 'Great Barracuda'],
    ['snook', 'Common Snook'],
    ['jack', 'Crevalle Jack'],
    ['mackerel', 'King Mackerel'],
    ['cod', 'Atlantic Cod'],
    ['bream', 'Common Bream'],
  ])('%s finds %s first', async (q, first) => {
    const { status, body } = await search(q);
    expect({ status, first: namesOf(body)[0] }).toEqual({ status: 200, first });
  });

  it('finds several that are meant as well', async () => {
    expect(namesOf((await search('bluefin utna')).body).slice(0, 4)).toEqual(
      expect.arrayContaining(['Atlantic Bluefin Tuna', 'Pacific Bluefin Tuna', 'Southern Bluefin Tuna']),
    );
    expect(namesOf((await search('blefish')).body)).toContain('Sablefish');
  });

  it('finds all of a kind', async () => {
    const { body } = await search('bass');
    expect(namesOf(body)).toEqual(
      expect.arrayContaining(['Striped Bass', 'European Seabass', 'Australian Bass', 'Speckled Peacock Bass']),
    );
    expect(body.total).toBe(body.data.length);
  });
});

/** Names of game fish that anglers know, and where two letters of each are swapped. */
const WELL_KNOWN: readonly (readonly [string, number])[] = [
  'Largemouth Bass;Smallmouth Bass;Striped Bass;White Bass;Bluegill;Black Crappie;White Crappie;Yellow Perch;Walleye',
  'Sauger;Northern Pike;Muskellunge;Chain Pickerel;Channel Catfish;Blue Catfish;Flathead Catfish;Rainbow Trout',
  'Brown Trout;Brook Trout;Lake Trout;Cutthroat Trout;Chinook Salmon;Coho Salmon;Sockeye Salmon;Atlantic Salmon',
  'Arctic Char;Common Carp;Grass Carp;Burbot;Bowfin;Alligator Gar;Lake Sturgeon;White Sturgeon;Freshwater Drum',
  'Red Drum;Black Drum;Spotted Seatrout;Summer Flounder;Bluefish;Tautog;Black Sea Bass;Atlantic Cod;Haddock;Cobia',
  'Red Snapper;Gag Grouper;Nassau Grouper;Greater Amberjack;Crevalle Jack;Permit;Bonefish;Atlantic Tarpon;Common Snook',
  'Great Barracuda;Wahoo;King Mackerel;Yellowfin Tuna;Albacore;Swordfish;Blue Marlin',
]
  .flatMap((line) => line.split(';'))
  .map((name, index) => [name, index] as const);

/** The first two different letters that are next to each other, from a place that depends on the number. */
const withSwap = (name: string, number: number): string => {
  const at = Array.from(name, (_, index) => (index + number) % name.length).find((index) =>
    /^(\p{L})(?!\1)\p{L}/iu.test(name.slice(index, index + 2)),
  );
  if (at === undefined) throw new Error(`${name} has no two letters to swap`);
  return name.slice(0, at) + name.charAt(at + 1) + name.charAt(at) + name.slice(at + 2);
};

describe('a well-known name with two letters swapped', () => {
  it('is understood: 60 of 60 are among the first five', async () => {
    const missed: string[] = [];
    for (const [name, number] of WELL_KNOWN) {
      const q = withSwap(name, number);
      const found = namesOf((await search(q)).body);
      if (!found.slice(0, 5).includes(name)) missed.push(`${q}: ${found.slice(0, 5).join(', ')}`);
    }
    expect([WELL_KNOWN.length, missed]).toEqual([60, []]);
  });
});

describe('a name in another script', () => {
  beforeAll(async () => {
    const { status } = await species.send('POST', '/v1/species', {
      common_name: 'Taimen of Amur',
      common_names: [{ name: 'Сахалинский таймень', language: 'ru' }],
      scientific_name: 'Hucho amurensis',
      family: 'Salmonidae',
      order: 'Salmoniformes',
      water: 'freshwater',
    });
    expect(status).toBe(201);
  });

  it.each(['сахалинский таймень', 'Таймень', 'халин', 'тайм', 'ень', 'таймнь', 'тамень сахалинский'])(
    'is found by %s',
    async (q) => {
      expect(namesOf((await search(q)).body)).toEqual(['Taimen of Amur']);
    },
  );
});

describe('a name with the qualifier that the catalogue has for it', () => {
  it.each([
    ['Angelfish (Gulf)', 'Atlantic Spadefish'],
    ['Wolffish (freshwater)', 'Giant Trahira'],
  ])('is found: %s', async (q, name) => {
    expect(namesOf((await search(q)).body)).toContain(name);
  });

  it('is nothing where the name is none', async () => {
    expect((await search('Qqqqqqq (Gulf)')).body.total).toBe(0);
    expect((await search('(Qqqqqqq)')).body.total).toBe(0);
  });
});

describe('a search of more than eight words', () => {
  /** Of names of the largemouth bass. */
  const EIGHT = 'largemouth bass micropterus salmoides black bucketmouth northern lobina';

  it('finds what has each of them, the first eight despite a slip', async () => {
    expect(namesOf((await search(`${EIGHT} negra chigan`)).body)).toEqual(['Largemouth Bass']);
    expect(namesOf((await search(`${EIGHT.replace('salmoides', 'salmiodes')} negra`)).body)).toEqual([
      'Largemouth Bass',
    ]);
    expect(namesOf((await search(`${EIGHT} gr`)).body)).toEqual(['Largemouth Bass']);
  });

  it.each(['zander', 'nerga', 'negra zz', 'egr eg'])('finds nothing that does not have %s', async (others) => {
    expect((await search(`${EIGHT} ${others}`)).body).toMatchObject({ data: [], total: 0 });
  });

  it('keeps the order', async () => {
    const blackBasses = 'bass bas ass b ba mic micr micro';
    const found = namesOf((await search(blackBasses)).body);
    const narrowed = namesOf((await search(`${blackBasses} mouth`)).body);
    expect(narrowed.length).toBeGreaterThan(1);
    expect(narrowed.length).toBeLessThan(found.length);
    expect(narrowed).toEqual(found.filter((name) => narrowed.includes(name)));
  });
});

describe('a search that is made to be costly', () => {
  it.each([
    ['one word over 255 characters when it is unfolded', '㌖'.repeat(60)],
    ['one long word', 'a'.repeat(200)],
    ['many words', Array.from({ length: 50 }, (_, at) => String.fromCharCode(97 + (at % 26)) + String(at)).join(' ')],
    ['letters alone', 'a e i o u n s t r l c b m p d f g h k'],
    ['Japanese that is no name', 'ヌ'.repeat(100)],
    ['ligatures', 'ﷺ'.repeat(50)],
    ['letters of two code units', '𠮷'.repeat(100)],
    ['words of scripts without trigrams', 'щука обыкновенная 鱸 قرموط'],
  ])('is answered: %s', async (_what, q) => {
    expect((await search(q)).status).toBe(200);
  });
});
