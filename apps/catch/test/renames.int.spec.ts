import { eventually } from '@cds/testing';
import { CatchHarness } from './catch.harness.js';

interface Angler {
  readonly id: string;
  readonly name: string;
}

let catches: CatchHarness;
beforeAll(async () => void (catches = await CatchHarness.start()));
afterAll(() => catches.stop());

const added = async (): Promise<string> =>
  (await catches.call<Angler>('POST', '/v1/anglers', { name: 'Ada Angler' })).body.id;
const rename = (id: string, name: string) => catches.call<Angler>('PATCH', `/v1/anglers/${id}`, { name });
const taskOf = async (id: string) =>
  (
    await catches.pool.query<{ lease: string | null; seconds: number }>(
      'SELECT lease, extract(epoch FROM due_at - now())::float8 AS seconds FROM angler_tasks WHERE angler_id = $1',
      [id],
    )
  ).rows[0];

describe('a new name for an angler', () => {
  it('whose catches still follow the one before waits for its turn, and then is followed', async () => {
    const id = await added();
    await catches.pool.query(
      `INSERT INTO angler_tasks (angler_id, kind, requested_at, due_at, lease)
       VALUES ($1, 'rename', now(), now() + interval '1 hour', 'a worker elsewhere')`,
      [id],
    );
    expect(await rename(id, 'Ada Lovelace')).toMatchObject({ status: 200, body: { name: 'Ada Lovelace' } });
    const task = await taskOf(id);
    expect(task?.lease).toBeNull();
    expect(task?.seconds).toBeGreaterThan(5);
    expect(task?.seconds).toBeLessThanOrEqual(60);
    await catches.pool.query('UPDATE angler_tasks SET due_at = now() WHERE angler_id = $1', [id]);
    await eventually(async () => expect(await taskOf(id)).toBeUndefined());
  });

  it('does not put off the turn of one that waits', async () => {
    const id = await added();
    await catches.pool.query(
      `INSERT INTO angler_tasks (angler_id, kind, requested_at, due_at)
       VALUES ($1, 'rename', now(), now() + interval '20 seconds')`,
      [id],
    );
    await rename(id, 'Ada Lovelace');
    expect((await taskOf(id))?.seconds).toBeLessThanOrEqual(20);
  });

  it('between the turns of the one before begins anew a minute later', async () => {
    const id = await added();
    await catches.pool.query(
      `INSERT INTO angler_tasks (angler_id, kind, requested_at, due_at, touched_to)
       VALUES ($1, 'rename', now(), now() + interval '5 seconds', '{"place": ["2026-06-01", ""], "requestedAt": ""}')`,
      [id],
    );
    await rename(id, 'Ada Lovelace');
    expect((await taskOf(id))?.seconds).toBeGreaterThan(30);
    expect(await catches.count(`angler_tasks WHERE angler_id = '${id}' AND touched_to IS NULL`)).toBe(1);
    await rename(id, 'Ada Byron');
    expect((await taskOf(id))?.seconds).toBeLessThanOrEqual(60);
  });

  it('is followed for many anglers of an account at once, whose requests all end', async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, added));
    const answers = await Promise.all(ids.map((id) => rename(id, 'Somebody Else')));
    expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 200));
    await eventually(async () => {
      const { rows } = await catches.pool.query('SELECT angler_id FROM angler_tasks WHERE angler_id = ANY($1)', [ids]);
      expect(rows).toEqual([]);
    });
  });
});
