import { ID_PREFIXES, type IdKind, idSchema } from '@cds/contracts';
import { newId } from './new-id.js';

test.each(Object.keys(ID_PREFIXES) as IdKind[])('an id of a %s fits the schema of its kind', (kind) => {
  expect(idSchema(kind).safeParse(newId(kind)).success).toBe(true);
});

test('ids sort by the time they were made', () => {
  const ids = Array.from({ length: 200 }, () => newId('catch'));
  expect([...ids].sort()).toEqual(ids);
  expect(new Set(ids).size).toBe(200);
});
