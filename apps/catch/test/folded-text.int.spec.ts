import { readFileSync } from 'node:fs';
import { WALLEYE } from './catch.builders.js';
import { CatchHarness, idsOf, type ListPage, reviewer } from './catch.harness.js';
import { WordSweeper } from '../src/catches/read/catch-search/word-sweeper.js';
import { foldText } from '../src/text/fold-text.js';

const COMPOSED = 'Zoë';
const DECOMPOSED = 'Zoe\u0308';

let catches: CatchHarness;
beforeAll(async () => {
  catches = await CatchHarness.start();
  await catches.pool.query("UPDATE species_names SET aliases = '{Achigã,Weißfisch,ブラックバス}' WHERE id = $1", [
    WALLEYE,
  ]);
});
afterAll(() => catches.stop());

const found = async (query: Record<string, string>, caller?: typeof reviewer): Promise<string[]> => {
  const path = `/v1/catches?${new URLSearchParams(query)}`;
  const { status, body } = await catches.call<ListPage>('GET', path, undefined, caller);
  expect({ status, total: body.total }).toEqual({ status: 200, total: body.data.length });
  return idsOf(body);
};
const placed = (name: string) => ({ location: { name, region: 'US-TX' } });

describe('a search', () => {
  it.each([
    ['composed', `${COMPOSED}lake`],
    ['decomposed', `${DECOMPOSED}pier`],
  ])('finds notes and places in %s form by either form and without accents', async (_form, word) => {
    const ids = [await catches.logged({ notes: `By ${word}` }), await catches.logged(placed(`Old ${word}`))].reverse();
    for (const q of [word.normalize('NFC'), word.normalize('NFD'), foldText(word), word.normalize('NFD').toUpperCase()])
      expect(await found({ q })).toEqual(ids);
  });

  it('takes ß for ss', async () => {
    const ids = [await catches.logged({ notes: 'Hafenstraße 7' }), await catches.logged({ notes: 'HAFENSTRASSE' })];
    for (const q of ['hafenstraße', 'Hafenstrasse', 'HAFENSTRAẞE', 'hafenstrass'])
      expect(await found({ q })).toEqual(ids.toReversed());
  });

  it('corrects misspelt words with accents', async () => {
    const id = await catches.logged({ notes: 'bei Überlingen' });
    expect(await found({ q: 'Ubrelingen' })).toEqual([id]);
  });

  it.each(['湖', '琶湖', '琵琶', '琵琶湖', '港', '湖の港', 'ミ', 'ミナト'])(
    'finds a place’s name by any part of its CJK text: %s',
    async (q) => {
      const id = await catches.logged(placed('琵琶湖の港ミナト North'));
      expect(await found({ q })).toEqual([id]);
      expect(await found({ q }, reviewer)).toEqual([]);
      expect(await found({ q: `${q} north` })).toEqual([id]);
      await catches.call('DELETE', `/v1/catches/${id}`);
    },
  );

  it('finds notes by CJK text that stands in them as it is, and by nothing else', async () => {
    const id = await catches.logged({ notes: '東京から京都へ、낚시터에서 bass釣り' });
    for (const q of ['東', '京都', '東京から', '낚', '시터', 'bass釣', '釣り'])
      expect(await found({ q })).toEqual([id]);
    for (const q of ['東京都', '都京', '터낚', '西']) expect(await found({ q })).toEqual([]);
  });

  it('finds anglers by either form, without accents and by any part of a CJK name', async () => {
    for (const [name, queries] of [
      [`Møns ${DECOMPOSED}`, [COMPOSED, DECOMPOSED, 'zoe']],
      ['Anna Groß', ['gross', 'GROß']],
      ['山田太郎', ['田', '山田', '田太郎']],
    ] as const) {
      const { body } = await catches.call<{ id: string }>('POST', '/v1/anglers', { name });
      const id = await catches.logged({ angler_id: body.id, species: 'walleye' });
      for (const q of queries) {
        expect(await found({ q: `${q} walleye`, angler_id: body.id })).toEqual([id]);
        const { body: anglers } = await catches.call<ListPage>('GET', `/v1/anglers?${new URLSearchParams({ q })}`);
        expect(idsOf(anglers)).toEqual([body.id]);
      }
    }
    expect(await found({ q: '山郎' })).toEqual([]);
  });

  it('finds species by any part of a CJK name', async () => {
    const id = await catches.logged({ species: 'walleye', notes: 'wallonly' });
    expect(await found({ q: 'バス wallonly' })).toEqual([id]);
    expect(await found({ q: 'achiga wallonly' })).toEqual([id]);
  });
});

describe('a species’ name', () => {
  it.each(['Achiga\u0303', 'achiga', 'ACHIGÃ', 'weissfisch', 'WEIẞFISCH', 'ブラックバス', 'フ\u3099ラックハ\u3099ス'])(
    'is known as %s in a body and in a filter',
    async (species) => {
      const id = await catches.logged({ species });
      const { body } = await catches.call<ListPage>('GET', `/v1/catches?${new URLSearchParams({ species })}`);
      expect(idsOf(body)).toContain(id);
    },
  );
});

describe('filters by method and bait', () => {
  it('compare without case, accents and form, and answer what was stored as it was sent', async () => {
    const sent = { method: `Fliegenfischen à la ${DECOMPOSED}`, bait: 'Weißwurm' };
    const id = await catches.logged(sent);
    for (const method of [sent.method, sent.method.normalize('NFC'), 'FLIEGENFISCHEN A LA ZOE'])
      expect(await found({ method })).toEqual([id]);
    for (const bait of ['weisswurm', 'WEIẞWURM']) expect(await found({ bait, method: sent.method })).toEqual([id]);
    expect(await found({ bait: 'weiss' })).toEqual([]);
    expect((await catches.call('GET', `/v1/catches/${id}`)).body).toMatchObject(sent);
  });
});

describe('what the release before wrote', () => {
  it('is found by folded words once the migrations have run', async () => {
    await catches.pool.query(`${UNFOLDED}; REINDEX INDEX catches_terms_idx`);
    const id = await catches.logged({ notes: 'Vor Überklippe', ...placed('諏訪湖') });
    await catches.pool.query("UPDATE catch_words SET word = 'überklippe' WHERE word = 'uberklippe'");
    for (const q of ['Uberklippe', '湖']) expect(await found({ q })).toEqual([]);
    await catches.pool.query('DROP INDEX catches_terms_idx');
    for (const name of ['20261122042500_folded_text', '20261122042501_folded_catch_words'])
      await catches.pool.query(
        readFileSync(new URL(`../prisma/migrations/${name}/migration.sql`, import.meta.url), 'utf8'),
      );
    for (const q of ['Uberklippe', 'überklippe', 'Uberklipe', '湖', '訪湖']) expect(await found({ q })).toEqual([id]);
  });

  it('loses its unfolded words with the catch', async () => {
    const id = await catches.logged({ notes: 'Zölibat' });
    await catches.pool.query("INSERT INTO catch_words (word, account_id) VALUES ('zölibat', '')");
    await catches.call('DELETE', `/v1/catches/${id}`);
    await catches.app.get(WordSweeper).sweep();
    expect(await catches.count("catch_words WHERE word IN ('zölibat', 'zolibat')")).toBe(0);
  });
});

describe('the folding of text', () => {
  it('is the same in the database as in the service, for every assigned character', async () => {
    const characters = Array.from({ length: 0x2_ffff }, (_, at) => at + 1)
      .filter((at) => at < 0xd800 || at > 0xdfff)
      .map((at) => String.fromCodePoint(at))
      .filter((one) => /[\p{L}\p{M}\p{N}]/u.test(one));
    const { rows } = await catches.pool.query<{ one: string; folded: string }>(
      'SELECT one, search_text(one) AS folded FROM unnest($1::text[]) AS one WHERE unicode_assigned(one)',
      [characters],
    );
    expect(rows.filter(({ one, folded }) => foldText(one) !== folded)).toEqual([]);
  });
});

/** The words of a catch as they were before they were folded. */
const UNFOLDED = `
CREATE OR REPLACE FUNCTION catch_words_of(account_id text, notes text, location_name text) RETURNS tsvector
  LANGUAGE sql IMMUTABLE AS $$
    SELECT to_tsvector('simple', coalesce(notes, '')) || array_to_tsvector(array_remove(ARRAY['/' || account_id ||
      '/' || lower(location_name)], NULL))
  $$`;
