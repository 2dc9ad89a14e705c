import { Cursors, listScope } from './cursors.js';

const OLD = 'an-old-secret-of-more-than-thirty-two-characters';
const NEW = 'a-new-secret-of-more-than-thirty-two-characters';
const place = { after: ['2026-06-01T06:30:00.000Z', 8.4, null, 'catch_1'], total: 30 };
const scope = listScope('catches', 'acc_1', { sort: [{ key: 'caught_at', descending: true }], species: ['walleye'] });
const refused = expect.objectContaining({
  code: 'request.invalid',
  violations: [expect.objectContaining({ parameter: 'cursor', code: 'format' })],
}) as Error;

describe('a cursor', () => {
  it('says the place that it was issued for', () => {
    const cursors = new Cursors([NEW]);
    expect(cursors.read(scope, cursors.issue(scope, place))).toEqual(place);
    expect(cursors.read(scope, cursors.issue(scope, { after: ['catch_1'] }))).toEqual({
      after: ['catch_1'],
      total: undefined,
    });
  });

  it('is good for as long as its secret is known', () => {
    const cursor = new Cursors([OLD]).issue(scope, place);
    expect(new Cursors([NEW, OLD]).read(scope, cursor)).toEqual(place);
    expect(() => new Cursors([NEW]).read(scope, cursor)).toThrow(refused);
  });

  it('is refused with any of its bytes changed', () => {
    const cursors = new Cursors([NEW]);
    const bytes = Buffer.from(cursors.issue(scope, place), 'base64url');
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => cursors.read(scope, changed.toString('base64url'))).toThrow(refused);
    }
  });

  it('is refused with anything added to it', () => {
    const cursors = new Cursors([NEW]);
    const cursor = cursors.issue(scope, place);
    for (const more of ['!', 'A', '=', '\n']) expect(() => cursors.read(scope, `${cursor}${more}`)).toThrow(refused);
  });

  it.each(['', 'x', '!!!', 'AAAAAAAAAAAAAAAAAAAAAA', 'a'.repeat(4_000)])('is refused when it is %j', (text) => {
    expect(() => new Cursors([NEW]).read(scope, text)).toThrow(refused);
  });

  it.each([
    ['list', listScope('verifications', 'acc_1', { species: ['walleye'] })],
    ['account', listScope('catches', 'acc_2', { species: ['walleye'] })],
    ['filter', listScope('catches', 'acc_1', { species: ['bluegill'] })],
    ['filter left out', listScope('catches', 'acc_1', {})],
  ])('is refused by another %s', (_what, other) => {
    const cursors = new Cursors([NEW]);
    const cursor = cursors.issue(listScope('catches', 'acc_1', { species: ['walleye'] }), place);
    expect(() => cursors.read(other, cursor)).toThrow(refused);
  });
});

describe('the scope of a list', () => {
  it('does not depend on what may change along the way, nor on the order of parameters', () => {
    const one = listScope('catches', 'acc_1', {
      q: 'pike',
      released: true,
      per_page: 25,
      page: 1,
      total: true,
      units: 'metric',
    });
    const other = listScope('catches', 'acc_1', {
      released: true,
      q: 'pike',
      per_page: 100,
      cursor: 'x',
      total: false,
      fields: new Set(['id']),
      expand: undefined,
    });
    expect(one).toEqual(other);
  });

  it('does not depend on order and number of repeated values, but on the order of sort keys', () => {
    const [one] = listScope('catches', 'acc_1', { species: ['a', 'b'], released: [true, false] });
    expect(listScope('catches', 'acc_1', { released: [false, true], species: ['b', 'a', 'b'] })[0]).toBe(one);
    const [weight, depth] = ['weight_lbs', 'depth_ft'].map((key) => ({ key, descending: true }));
    expect(listScope('catches', 'acc_1', { sort: [weight, depth] })[0]).not.toBe(
      listScope('catches', 'acc_1', { sort: [depth, weight] })[0],
    );
  });

  it('is that of cursors from when the order of repeated values counted', () => {
    const cursors = new Cursors([NEW]);
    const written = '["catches","acc_1",["species",["b","a"]]]';
    expect(
      cursors.read(listScope('catches', 'acc_1', { species: ['b', 'a'] }), cursors.issue([written], place)),
    ).toEqual(place);
  });
});
