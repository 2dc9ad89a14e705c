import { recoverEndpointOf } from './recover-endpoint.js';

const now = new Date('2026-11-21T09:00:00.000Z');
const read = (body: unknown) => () => recoverEndpointOf(body, now);

describe('the order to recover an endpoint', () => {
  it('reaches until now by default', () => {
    expect(recoverEndpointOf({ since: '2026-11-20T10:00:00+01:00' }, now)).toEqual({
      since: new Date('2026-11-20T09:00:00.000Z'),
      until: now,
    });
  });

  it('reaches back 30 days at most', () => {
    expect(recoverEndpointOf({ since: '2020-01-01T00:00:00Z' }, now).since).toEqual(
      new Date('2026-10-22T09:00:00.000Z'),
    );
  });

  it.each([
    ['a time in the future', { since: '2026-11-21T09:00:00.001Z' }, '`since`'],
    ['no time', {}, '`since`'],
    ['a word', { since: 'yesterday' }, '`since`'],
    ['an end before its beginning', { since: '2026-11-20T00:00:00Z', until: '2026-11-19T00:00:00Z' }, '`until`'],
    ['an unknown field', { since: '2026-11-20T00:00:00Z', speed: 1 }, '`speed`'],
  ])('refuses %s', (_what, body, pointer) => {
    expect(read(body)).toThrow(pointer);
  });
});
