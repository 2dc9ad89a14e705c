import { idSchema } from '@cds/contracts';
import { toUUID } from 'typeid-js';
import { derivedId } from './derived-id.js';
import { newId } from './new-id.js';

const AT = new Date('2026-05-01T06:00:00.000Z');

describe('a derived id', () => {
  it('is the same for the same parts, and an id of its kind', () => {
    const id = derivedId('message', AT, 'we_1', 'evt_1');
    expect(derivedId('message', AT, 'we_1', 'evt_1')).toBe(id);
    expect(idSchema('message').parse(id)).toBe(id);
    expect(toUUID(id as Parameters<typeof toUUID>[0])).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-/,
    );
  });

  it.each([
    ['another part', derivedId('message', AT, 'we_1', 'evt_2')],
    ['parts in another order', derivedId('message', AT, 'evt_1', 'we_1')],
    ['parts that are cut elsewhere', derivedId('message', AT, 'we_1evt', '_1')],
    ['another time', derivedId('message', new Date(AT.getTime() + 1), 'we_1', 'evt_1')],
  ])('is another one for %s', (_, other) => {
    expect(other).not.toBe(derivedId('message', AT, 'we_1', 'evt_1'));
  });

  it('sorts by its time, among new ids', () => {
    const [earlier, later] = [derivedId('message', AT, 'z'), derivedId('message', new Date(AT.getTime() + 1), 'a')];
    expect(earlier < later).toBe(true);
    expect(later < newId('message')).toBe(true);
  });
});
