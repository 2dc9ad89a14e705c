import { CatchHarness, reviewer } from './catch.harness.js';

const BAD = [
  ['NUL', 'a\0b'],
  ['half of a surrogate pair', 'a\ud83cb'],
] as const;
const WITNESS = { tier: 'witnessed', evidence: { witness: { name: 'Ann' } } };

let catches: CatchHarness;
beforeAll(async () => {
  catches = await CatchHarness.start();
});
afterAll(() => catches.stop());

describe.each(BAD)('%s in a text', (_what, bad) => {
  it.each([
    ['species', { species: bad }, '/species'],
    ['angler_id', { angler_id: bad }, '/angler_id'],
    ['method', { method: bad }, '/method'],
    ['bait', { bait: bad }, '/bait'],
    ['notes', { notes: bad }, '/notes'],
    ['external_id', { external_id: bad }, '/external_id'],
    ['location.name', { location: { name: bad } }, '/location/name'],
    ['location.region', { location: { region: bad } }, '/location/region'],
    ['a value of metadata', { metadata: { key: bad } }, '/metadata/key'],
    ['a key of metadata', { metadata: { [bad]: 'value' } }, `/metadata/${bad}`],
  ])('is refused in %s of a catch, new or changed', async (_field, body, pointer) => {
    const id = await catches.logged();
    const refused = { status: 400, body: { errors: [{ pointer }] } };
    expect(await catches.call('POST', '/v1/catches', { species: 'walleye', weight_lbs: 1, ...body })).toMatchObject(
      refused,
    );
    expect(await catches.call('PATCH', `/v1/catches/${id}`, body)).toMatchObject(refused);
  });

  it.each([
    ['a witness', { ...WITNESS, evidence: { witness: { name: bad } } }],
    ['a certificate', { tier: 'certified', evidence: { certificate_number: bad } }],
    ['a photo', { tier: 'photo', evidence: { photos: [bad] } }],
  ])('is refused in %s', async (_field, body) => {
    expect(await catches.call('POST', `/v1/catches/${await catches.logged()}/verifications`, body)).toMatchObject({
      status: 400,
    });
  });

  it('is refused in a name', async () => {
    for (const body of [{ name: bad }, { name: 'x', external_id: bad }, { name: 'x', metadata: { a: bad } }]) {
      expect(await catches.call('POST', '/v1/anglers', body)).toMatchObject({ status: 400 });
    }
  });
});

describe('NUL in an address', () => {
  it.each([
    ['GET', '/v1/catches/a%00'],
    ['PATCH', '/v1/catches/a%00'],
    ['DELETE', '/v1/catches/a%00'],
    ['POST', '/v1/catches/a%00/verifications'],
    ['GET', '/v1/verifications/a%00'],
    ['POST', '/v1/verifications/a%00/approve'],
    ['GET', '/v1/anglers/a%00'],
    ['DELETE', '/v1/anglers/a%00'],
  ])('is refused by %s %s', async (method, path) => {
    const body = ['POST', 'PATCH'].includes(method) ? {} : undefined;
    expect(await catches.call(method, path, body, reviewer)).toMatchObject({
      status: 400,
      body: { code: 'request.invalid', errors: [{ parameter: 'path', code: 'format' }] },
    });
  });

  it.each(['/v1/catches?species=a%00', '/v1/anglers?species=%00'])('is refused in a parameter: %s', async (path) => {
    expect(await catches.call('GET', path)).toMatchObject({
      status: 400,
      body: { errors: [{ parameter: 'species' }] },
    });
  });
});
