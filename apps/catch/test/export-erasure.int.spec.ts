import { identityHeaders } from '@cds/testing/identity';
import { newId } from '@cds/service-kit';
import type { ExportView } from '../src/exports/export-view.js';
import { AnglerTaskWorker } from '../src/anglers/angler-task-worker.js';
import { CatchWalkQuery } from '../src/catches/read/catch-list/catch-walk.query.js';
import { EraseAnglerHandler } from '../src/anglers/erase-angler/erase-angler.handler.js';
import { ObjectStorage } from '@cds/storage';
import { CatchHarness, owner } from './catch.harness.js';

const ROWS = 60_000;

let catches: CatchHarness;
beforeAll(async () => {
  catches = await CatchHarness.start();
});
afterAll(() => catches.stop());

const exported = async (): Promise<string> => {
  const { body } = await catches.call<ExportView>('POST', '/v1/catches/export', { format: 'ndjson' });
  return body.id;
};

const textOf = async (id: string): Promise<string> => {
  await catches.ended<ExportView>(`/v1/exports/${id}`);
  const file = await fetch(`${catches.url}/v1/exports/${id}/download`, { headers: identityHeaders('catch', owner) });
  return file.text();
};

const addAngler = async (accountId: string): Promise<string> => {
  const id = newId('angler');
  await catches.pool.query(ADD_ANGLER, [id, accountId]);
  return id;
};

const erase = (accountId: string, id: string): Promise<void> =>
  catches.app.get(EraseAnglerHandler).eraseOf(accountId, id, null);

describe('an export', () => {
  it('is finished while anglers who are not in it are erased all the time', async () => {
    await catches.pool.query(FILL, [ROWS]);
    const id = await exported();
    let erased = 0;
    let isErasing = true;
    const erasing = (async () => {
      for (; isErasing; erased += 1) await erase('acc_other', await addAngler('acc_other'));
    })();
    const done = await catches.ended<ExportView>(`/v1/exports/${id}`);
    isErasing = false;
    await erasing;
    expect(done).toMatchObject({ status: 'completed', rows: ROWS, error: null });
    expect(erased).toBeGreaterThan(1);
    await catches.pool.query("DELETE FROM catches WHERE notes LIKE 'row %'");
  });

  it('has nothing of an angler who is erased while their part is written', async () => {
    const angler = await addAngler(owner.accountId);
    await catches.logged({ angler_id: angler, notes: 'a secret bay' });
    const storage = catches.app.get(ObjectStorage);
    const write = storage.write.bind(storage);
    let writes = 0;
    storage.write = async (key, content) => {
      const bytes = await write(key, content);
      if ((writes += 1) === 1) await erase(owner.accountId, angler);
      return bytes;
    };
    const id = await exported();
    const done = await catches.ended<ExportView>(`/v1/exports/${id}`);
    storage.write = write;
    expect([done.status, writes]).toEqual(['completed', 2]);
    const file = await fetch(`${catches.url}/v1/exports/${id}/download`, { headers: identityHeaders('catch', owner) });
    expect(await file.text()).not.toContain('a secret bay');
  });

  it('expires when an angler is erased whose notes are in it, in a catch of another angler by now', async () => {
    const [former, angler] = [await addAngler(owner.accountId), await addAngler(owner.accountId)];
    const moved = await catches.logged({ angler_id: former, notes: 'a hidden pond' });
    await catches.call('PATCH', `/v1/catches/${moved}`, { angler_id: angler });
    const id = await exported();
    const read = () => catches.call<ExportView>('GET', `/v1/exports/${id}`);
    expect(await textOf(id)).toContain('a hidden pond');
    await erase(owner.accountId, await addAngler(owner.accountId));
    expect((await read()).body.download_url).not.toBeNull();
    await erase(owner.accountId, former);
    expect((await read()).body.download_url).toBeNull();
    expect(await textOf(await exported())).not.toContain('a hidden pond');
  });

  it('finds nothing by the notes of an angler who was erased before their part was read', async () => {
    const angler = await addAngler(owner.accountId);
    await catches.logged({ angler_id: angler, notes: 'quietcove' });
    const [walk, tasks] = [catches.app.get(CatchWalkQuery), catches.app.get(AnglerTaskWorker)];
    const [filterOf, begin] = [walk.filterOf.bind(walk), tasks.begin.bind(tasks)];
    // What is erased is stored until the task has been worked on.
    tasks.begin = () => Promise.resolve();
    let isErased = false;
    walk.filterOf = async (query, viewer) => {
      const filter = await filterOf(query, viewer);
      if (query.q === undefined || isErased) return filter;
      isErased = true;
      await erase(owner.accountId, angler);
      return filter;
    };
    const { body } = await catches.call<ExportView>('POST', '/v1/catches/export', {
      format: 'ndjson',
      filter: { q: 'quietcove' },
    });
    const done = await catches.ended<ExportView>(`/v1/exports/${body.id}`);
    [walk.filterOf, tasks.begin] = [filterOf, begin];
    expect([done.status, isErased, done.rows]).toEqual(['completed', true, 0]);
  });
});

const ADD_ANGLER = `
INSERT INTO anglers (id, account_id, name, is_own, created_at, updated_at) VALUES ($1, $2, 'Ann', false, now(), now())`;

const FILL = `
INSERT INTO catches (id, account_id, angler_id, species_id, weight_lbs, caught_at, has_location, notes,
  verification_tier, version, created_at, updated_at)
SELECT 'catch_' || lpad(row::text, 26, '0'), 'acc_1', 'ang_1', id, 2, now(), false, 'row ' || row, 0, 1, now(), now()
FROM generate_series(1, $1::int) AS row, (SELECT id FROM species_names LIMIT 1) AS one`;
