import { inlined } from './inlined.js';

it('puts definitions in the place of what points to them, with the words of either', () => {
  const schema = {
    properties: { at: { $ref: '#/$defs/Instant', description: 'When.' }, all: { items: { $ref: '#/$defs/Pair' } } },
    $defs: {
      Instant: { type: 'string', description: 'A time.' },
      Pair: { prefixItems: [{ $ref: '#/$defs/Instant' }] },
    },
  };
  expect(inlined({ data: [{ schema }], total: 1 })).toEqual({
    data: [
      {
        schema: {
          properties: {
            at: { type: 'string', description: 'When.' },
            all: { items: { prefixItems: [{ type: 'string', description: 'A time.' }] } },
          },
        },
      },
    ],
    total: 1,
  });
});

it.each([null, 'text', 3, { data: [{ id: 'catch_1', at: null }], total: 1 }])('leaves %j as it is', (value) => {
  expect(inlined(value)).toEqual(value);
});
