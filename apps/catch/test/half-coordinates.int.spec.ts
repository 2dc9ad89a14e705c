import { CatchHarness } from './catch.harness.js';

let catches: CatchHarness;
beforeAll(async () => {
  catches = await CatchHarness.start();
});
afterAll(() => catches.stop());

const body = (location: object) => ({ species: 'walleye', weight_lbs: 1, location });
const refusedAt = (...pointers: string[]) => ({
  status: 400,
  body: { code: 'request.invalid', errors: pointers.map((pointer) => ({ pointer, code: 'required' })) },
});
const HALVES: [string, object, string][] = [
  ['without a longitude', { name: 'Pier', latitude: 31.1 }, '/location/longitude'],
  ['without a latitude', { longitude: -96.5 }, '/location/latitude'],
  ['whose longitude is null', { latitude: 0, longitude: null }, '/location/longitude'],
];

describe('a location', () => {
  it.each(HALVES)('%s is refused in a new catch and in a replacement', async (_what, location, pointer) => {
    expect(await catches.call('POST', '/v1/catches', body(location))).toMatchObject(refusedAt(pointer));
    const path = `/v1/catches/${await catches.logged()}`;
    expect(await catches.call('PUT', path, body(location))).toMatchObject(refusedAt(pointer));
  });

  it('is refused together with all else that is wrong', async () => {
    const { body: problem } = await catches.call<{ errors: { pointer: string }[] }>('POST', '/v1/catches', {
      ...body({ latitude: 1, region: 'nowhere' }),
      weight_lbs: 0,
    });
    expect(problem.errors.map(({ pointer }) => pointer).toSorted()).toEqual([
      '/location/longitude',
      '/location/region',
      '/weight_lbs',
    ]);
  });

  it('has both coordinates or neither after a merge patch', async () => {
    const path = `/v1/catches/${await catches.logged({ location: { name: 'Pier' } })}`;
    const patched = (location: object | null) => catches.call('PATCH', path, { location });
    expect(await patched({ latitude: 31 })).toMatchObject(refusedAt('/location/longitude'));
    expect(await patched({ latitude: 31, longitude: -96 })).toMatchObject({ status: 200 });
    expect(await patched({ longitude: -95 })).toMatchObject({
      status: 200,
      body: { location: { name: 'Pier', latitude: 31, longitude: -95 } },
    });
    expect(await patched({ latitude: null })).toMatchObject(refusedAt('/location/latitude'));
    expect(await patched({ latitude: null, longitude: null })).toMatchObject({ status: 200 });
    expect(await patched(null)).toMatchObject({ status: 200, body: { location: null } });
  });

  it('is refused in an imported row', async () => {
    const { id } = await catches.importEnded(
      'species,weight_lbs,location.latitude,location.longitude\nwalleye,1,31,\nwalleye,1,31,-96\n',
      { 'content-type': 'text/csv' },
    );
    expect(await catches.rejected(id)).toMatchObject([{ line: 2, errors: [{ pointer: '/location/longitude' }] }]);
  });
});
