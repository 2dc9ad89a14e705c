import { failureOf, json, scripted } from '../../test/scripted.js';
import { responseOf } from '../index.js';

const CATCH = { id: 'catch_1', bait: 'worm' };
const tagged = (tag: string, status = 200) => json(status, CATCH, { etag: tag });

describe('a change of an object', () => {
  it('holds while the object is what was read, and goes on from its own answer', async () => {
    const { client, sent } = scripted(tagged('"1"'), tagged('"2"'), tagged('"3"'), json(204, null));
    const { catches } = client();
    const read = await catches.get('catch_1');
    const changed = await catches.update(read, { bait: 'fly' });
    const replaced = await catches.replace(changed, { species: 'walleye', weight_lbs: 4 });
    await catches.delete(replaced);
    expect(sent.map(({ method, headers }) => [method, headers.get('if-match'), headers.get('content-type')])).toEqual([
      ['GET', null, null],
      ['PATCH', '"1"', 'application/merge-patch+json'],
      ['PUT', '"2"', 'application/json'],
      ['DELETE', '"3"', null],
    ]);
  });

  it('goes on from what was created', async () => {
    const { client, sent } = scripted(tagged('"1"', 201), tagged('"2"'));
    const { catches } = client();
    await catches.update(await catches.create({ species: 'walleye', weight_lbs: 4 }), { bait: 'fly' });
    expect(sent[1]?.headers.get('if-match')).toBe('"1"');
  });

  it('is refused where nothing tells what was read: of copies, and of items of lists', async () => {
    const { client, sent } = scripted(tagged('"1"'), tagged('"2"'));
    const { catches } = client();
    const copy = { ...(await catches.get('catch_1')) };
    expect(() => catches.update(copy, { bait: 'fly' })).toThrow('catch_1: nothing tells which state');
    await catches.update(copy, { bait: 'fly' }, { ifMatch: '"1"' });
    expect(sent[1]?.headers.get('if-match')).toBe('"1"');
  });

  it('holds whatever is current by id, and when asked to', async () => {
    const { client, sent } = scripted(tagged('"1"'), tagged('"2"'), tagged('"3"'));
    const { catches } = client();
    const read = await catches.get('catch_1');
    await catches.update('catch_1', { bait: 'fly' });
    await catches.update(read, { bait: 'fly' }, { ifMatch: null });
    expect(sent.map(({ headers }) => headers.has('if-match'))).toEqual([false, false, false]);
  });
});

describe('a secret', () => {
  const BODY = { name: 'Boat', scopes: ['catches:read'] as 'catches:read'[] };

  it('is in the answer', async () => {
    const { client } = scripted(json(201, { id: 'key_1', key: 'cds_live_x' }));
    expect(await client().apiKeys.create(BODY)).toMatchObject({ key: 'cds_live_x' });
  });

  it('that a lost answer showed is an error with what was made', async () => {
    const replay = json(201, { id: 'key_1' }, { 'idempotency-replayed': 'true' });
    const { client } = scripted(new TypeError('fetch failed'), replay);
    const error = await failureOf(client().apiKeys.create(BODY));
    expect(error).toMatchObject({ code: 'sdk.secret_lost', resource: { id: 'key_1' }, retryable: false });
    expect((error as Error).message).toContain('key_1 was made');
    expect(responseOf((error as { resource: object }).resource)?.replayed).toBe(true);
  });
});

describe('ids', () => {
  it('are escaped, and those that would lead elsewhere refused', async () => {
    const { client, sent } = scripted(json(200, {}));
    const { species } = client();
    await species.get('largemouth bass/x?');
    expect(sent[0]?.path).toBe('/v1/species/largemouth%20bass%2Fx%3F');
    for (const id of ['', '.', '..', undefined as never])
      expect(await failureOf(Promise.resolve().then(() => species.get(id)))).toBeInstanceOf(TypeError);
    expect(sent).toHaveLength(1);
  });
});
