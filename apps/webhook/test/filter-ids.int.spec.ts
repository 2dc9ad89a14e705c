import { TOPICS } from '@cds/contracts';
import { derivedId, newId } from '@cds/service-kit';
import { eventually } from '@cds/testing';
import { type Created, someAccount, WebhookHarness } from './webhook.harness.js';
import { gone, there } from './webhook.builders.js';

interface Problem {
  code: string;
  errors: { pointer: string; code: string; detail: string }[];
}

const KINDS = ['species', 'leaderboard', 'angler'] as const;
const URL = 'http://127.0.0.1:9/';
const account = someAccount();
let app: WebhookHarness;

beforeAll(async () => {
  app = await WebhookHarness.start();
});

afterAll(() => app.stop());

const order = (filter: object) => ({ url: URL, event_types: ['*'], filter });
const create = (filter: object) => app.call<Created & Problem>(account, 'POST', '/v1/webhooks', order(filter));
const patch = (id: string, body: object) => app.call<Created & Problem>(account, 'PATCH', `/v1/webhooks/${id}`, body);

/** An id that nobody waits for, as it was made long ago. */
const oldId = (kind: (typeof KINDS)[number]) => derivedId(kind, new Date('2026-01-01T00:00:00.000Z'), newId('event'));

describe('a filter', () => {
  it.each(KINDS)('takes the id of a %s that there is, and refuses it once that is gone', async (kind) => {
    const id = oldId(kind);
    const filter = { [`${kind}_id`]: id };
    await app.publish(there(kind, id));
    const made = await eventually(
      async () => {
        const answer = await create(filter);
        expect(answer.status).toBe(201);
        return answer;
      },
      { timeoutMs: 20_000 },
    );
    expect(made).toMatchObject({ status: 201, body: { filter } });

    await app.publish(gone(kind, id));
    const problem = {
      status: 422,
      body: { code: `${kind}.unknown`, errors: [{ pointer: `/filter/${kind}_id`, code: `${kind}.unknown` }] },
    };
    await eventually(async () => expect(await create(filter)).toMatchObject(problem), { timeoutMs: 20_000 });
    expect((await patch(made.body.id, { description: 'kept', filter: { max_rank: 3 } })).body).toMatchObject({
      description: 'kept',
      filter: { ...filter, max_rank: 3 },
    });
    expect(await patch(made.body.id, { filter: { [`${kind}_id`]: oldId(kind) } })).toMatchObject(problem);
  });

  it('refuses an id that is well-formed and that nobody can have made', async () => {
    const filter = { leaderboard_id: `lb_${'1'.repeat(26)}` };
    expect(await create(filter)).toMatchObject({ status: 422, body: { code: 'leaderboard.unknown' } });
    const wrong = { ...order(filter), ordering: 'sometimes' };
    expect((await app.call(account, 'POST', '/v1/webhooks', wrong)).status).toBe(400);
  });

  it('names all unknown ids, and what they are said to be', async () => {
    const [species, board, angler] = [oldId('species'), oldId('leaderboard'), oldId('angler')];
    const { status, body } = await create({ species_id: species, leaderboard_id: board, angler_id: angler });
    expect(status).toBe(422);
    expect(body.errors).toEqual([
      { pointer: '/filter/species_id', code: 'species.unknown', detail: `No species has the id ${species}.` },
      {
        pointer: '/filter/leaderboard_id',
        code: 'leaderboard.unknown',
        detail: `No leaderboard has the id ${board}.`,
      },
      { pointer: '/filter/angler_id', code: 'angler.unknown', detail: `No angler has the id ${angler}.` },
    ]);
  });

  it('names unknown ids beside all else that is wrong, as a 400', async () => {
    const pointers = ({ errors }: Problem) => errors.map(({ pointer }) => pointer);
    const filter = { species_id: oldId('species') };
    const made = await create({});
    const body = { ordering: 'sometimes', filter };
    for (const wrong of [
      { ...order(filter), ...body },
      { ...order(filter), url: 'ftp://example.com/' },
    ]) {
      const answer = await app.call<Problem>(account, 'POST', '/v1/webhooks', wrong);
      expect(answer.status).toBe(400);
      expect(pointers(answer.body)).toHaveLength(2);
      expect(pointers(answer.body)).toContain('/filter/species_id');
    }
    const edited = await patch(made.body.id, body);
    expect([edited.status, pointers(edited.body).sort()]).toEqual([400, ['/filter/species_id', '/ordering']]);
    const forbidden = await app.call<Problem>(account, 'POST', '/v1/webhooks', {
      ...order(filter),
      url: 'https://10.0.0.1/',
    });
    expect([forbidden.status, pointers(forbidden.body).sort()]).toEqual([422, ['/filter/species_id', '/url']]);
  });

  it('waits for what was made a moment ago', async () => {
    const id = newId('leaderboard');
    const asked = create({ leaderboard_id: id });
    await app.publish(there('leaderboard', id));
    expect(await asked).toMatchObject({ status: 201, body: { filter: { leaderboard_id: id } } });
  });

  it('refuses an id of a moment ago that nobody tells of', async () => {
    await eventually(
      async () =>
        expect(await create({ species_id: newId('species') })).toMatchObject({
          status: 422,
          body: { code: 'species.unknown' },
        }),
      { timeoutMs: 20_000 },
    );
  });

  it('takes an id that is not known while the service has not read all that there is to know', async () => {
    const behind = `UPDATE consumer_offsets SET next_offset = next_offset - 1
      WHERE topic = $1 AND next_offset = (SELECT max(next_offset) FROM consumer_offsets WHERE topic = $1)`;
    const id = newId('species');
    await app.publish(there('species', id));
    await eventually(
      async () =>
        expect(await app.pool.query('SELECT id FROM known_ids WHERE id = $1', [id])).toMatchObject({ rowCount: 1 }),
      { timeoutMs: 20_000 },
    );
    await eventually(async () => expect((await create({ species_id: oldId('species') })).status).toBe(422), {
      timeoutMs: 20_000,
    });
    // Again each time: a consumer that begins anew meanwhile reads on from there, to the end.
    await eventually(
      async () => {
        await app.pool.query(behind, [TOPICS.speciesCatalog]);
        expect((await create({ species_id: oldId('species') })).status).toBe(201);
      },
      { timeoutMs: 20_000 },
    );
  });
});
