import { eventually } from '@cds/testing';
import { WordSweeper } from '../src/catches/read/catch-search/word-sweeper.js';
import { CatchHarness, owner, reviewer } from './catch.harness.js';
import { form, picture, upload } from './photo.builders.js';
import { erasedAndLeft } from './stored-catches.js';

interface Page {
  data: { id: string }[];
  total: number;
}

let catches: CatchHarness;
beforeAll(async () => {
  catches = await CatchHarness.start();
});
afterAll(() => catches.stop());

const angler = async (): Promise<string> =>
  (await catches.call<{ id: string }>('POST', '/v1/anglers', { name: 'Zelda Secret' })).body.id;

describe('the words from which typos are corrected', () => {
  const words = async () =>
    (
      await catches.pool.query<{ word: string }>("SELECT word FROM catch_words WHERE word LIKE 'vox%' ORDER BY word")
    ).rows.map(({ word }) => word);
  // The service sweeps too, and what it is at is passed over.
  const leavesWords = (...left: string[]) =>
    eventually(async () => {
      await catches.app.get(WordSweeper).sweep();
      expect(await words()).toEqual(left);
    });
  const place = (name: string) => ({ name, latitude: 31.1, longitude: -96.5 });

  it(
    'lose those of an erased angler, of notes and places, of old notes and of deleted catches, and ' +
      'none that another catch has',
    async () => {
      const id = await angler();
      const caught = await catches.logged({ angler_id: id, notes: 'voxabcd voxshared', location: place('voxdock') });
      const deleted = await catches.logged({ angler_id: id, notes: 'voxdeleted' });
      await catches.pool.query('DELETE FROM catch_word_leftovers');
      await catches.call('PATCH', `/v1/catches/${caught}`, { notes: 'voxnewer voxshared' });
      await catches.call('DELETE', `/v1/catches/${deleted}`);
      await catches.pool.query('DELETE FROM catch_word_leftovers');
      const other = await catches.logged({ notes: 'voxshared', location: place('voxpier') });
      expect(await words()).toEqual(['voxabcd', 'voxdeleted', 'voxdock', 'voxnewer', 'voxpier', 'voxshared']);
      await catches.call('DELETE', `/v1/anglers/${id}`);
      await leavesWords('voxpier', 'voxshared');
      expect((await catches.call('GET', '/v1/catches?q=voxshraed')).body).toMatchObject({
        total: 1,
        data: [{ id: other }],
      });
      await catches.call('DELETE', `/v1/catches/${other}`);
      await leavesWords();
    },
  );

  it('lose those of an edit, and keep those that are told in one place of two', async () => {
    const caught = await catches.logged({ notes: 'voxboth voxgone', location: place('voxboth') });
    await catches.call('PATCH', `/v1/catches/${caught}`, { notes: null });
    await leavesWords('voxboth');
    expect((await catches.pool.query("SELECT word, account_id FROM catch_words WHERE word LIKE 'vox%'")).rows).toEqual([
      { word: 'voxboth', account_id: owner.accountId },
    ]);
    await catches.call('DELETE', `/v1/catches/${caught}`);
    await leavesWords();
  });

  it('get back a word that was told while it was taken out, a minute later', async () => {
    const gone = await catches.logged({ notes: 'voxagain' });
    await catches.call('DELETE', `/v1/catches/${gone}`);
    await leavesWords();
    const caught = await catches.logged({ notes: 'voxagain' });
    await catches.pool.query("DELETE FROM catch_words WHERE word = 'voxagain'");
    expect(await catches.count("catch_word_leftovers WHERE word = 'voxagain'")).toBe(1);
    await catches.pool.query('UPDATE catch_word_leftovers SET due_at = now()');
    await leavesWords('voxagain');
    expect(await catches.count("catch_word_leftovers WHERE word = 'voxagain'")).toBe(0);
    await catches.call('DELETE', `/v1/catches/${caught}`);
  });
});

describe('an angler whose erasure is still at work is found by nothing of what it removes, by nobody', () => {
  const BY_PERSONAL = [
    'q=secretive',
    'q=secretiev',
    'q=hideout',
    'method=secret-method',
    'bait=secret-bait',
    'external_id=secret-held',
    'bbox=-97,31,-96,32',
    'near=31.123456,-96.5,5',
    'has_photo=true',
    'q=walleye secretive',
    'q=walleye&bait=secret-bait',
    'bbox=-97,31,-96,32&updated_since=2020-01-01T00:00:00Z&include_deleted=true',
  ];
  const BY_FIGURES = [
    'q=walleye',
    'q=texas',
    'region=US-TX',
    'has_photo=false',
    'min_weight_lbs=1',
    'q=walleye&has_photo=false',
  ];
  let [id, caught, other] = ['', '', ''];
  const found = async (query: string, caller = owner) => {
    const { body } = await catches.call<Page>('GET', `/v1/catches?per_page=100&${query}`, undefined, caller);
    const ids = body.data.map((one) => one.id);
    return { total: body.total, ids, isFound: ids.includes(caught), isOther: ids.includes(other) };
  };
  beforeAll(async () => {
    id = await angler();
    const said = {
      species: 'walleye',
      weight_lbs: 1,
      notes: 'secretive',
      method: 'secret-method',
      bait: 'secret-bait',
      location: { name: 'hideout', latitude: 31.123456, longitude: -96.5, region: 'US-TX', country: 'US' },
    };
    caught = await catches.logged({ ...said, angler_id: id, external_id: 'secret-held' });
    other = await catches.logged(said);
    for (const one of [caught, other]) await upload(catches, one, form(await picture({ width: 30, height: 20 })));
  });

  it('as it is before', async () => {
    for (const query of BY_PERSONAL) expect({ query, ...(await found(query)) }).toMatchObject({ query, isFound: true });
  });

  it('from the erasure’s commit on', async () => {
    await erasedAndLeft(catches.pool, id);
    for (const query of BY_PERSONAL) {
      for (const caller of [owner, reviewer]) {
        const { total, ids, isFound } = await found(query, caller);
        expect({ query, isFound, total }).toEqual({ query, isFound: false, total: ids.length });
      }
      if (!query.startsWith('external_id'))
        expect({ query, ...(await found(query)) }).toMatchObject({ query, isOther: true });
    }
  });

  it('and still by its figures', async () => {
    for (const query of BY_FIGURES)
      for (const caller of [owner, reviewer])
        expect({ query, ...(await found(query, caller)) }).toMatchObject({ query, isFound: true });
  });

  it('nor in an export', async () => {
    const exportOf = async (filter: object) =>
      (await catches.call<{ id: string }>('POST', '/v1/catches/export', { format: 'ndjson', filter })).body.id;
    const ask = async (filter: object) =>
      catches.ended<{ status: string; rows: number }>(`/v1/exports/${await exportOf(filter)}`);
    expect([(await ask({ bait: 'secret-bait' })).rows, (await ask({ q: 'walleye', region: 'US-TX' })).rows]).toEqual([
      1, 2,
    ]);
    await catches.pool.query('UPDATE angler_tasks SET due_at = now()');
    await eventually(
      async () =>
        expect(
          await catches.count(
            `events WHERE personal IS NOT NULL AND person_id = ANY(ARRAY(SELECT id FROM anglers
              WHERE erased_at IS NOT NULL))`,
          ),
        ).toBe(0),
      { timeoutMs: 15_000 },
    );
    expect((await found('has_photo=false')).isFound).toBe(true);
  });
});
