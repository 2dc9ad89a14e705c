import { publicCatchSchema } from '@cds/contracts/events';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { z } from 'zod';
import { lureLost, parts } from '../test/asyncapi.builders.js';
import { eventJsonSchemas } from './event-json-schemas.js';

const schema = eventJsonSchemas(parts().events)['LureLostV1'] ?? {};

describe('the JSON Schema of an event', () => {
  it('says what it is of', () => {
    expect(schema).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: 'urn:cds:event:LureLostV1',
      title: 'LureLostV1',
      description: 'A lure was lost.',
    });
  });

  it('has all that it refers to, and nothing else', () => {
    expect(Object.keys((schema as { $defs: object }).$defs)).toEqual(['Instant', 'Photo', 'PhotoFile']);
  });

  it('accepts the sample and fields that a later producer may add, and refuses the rest', () => {
    const fits = new Ajv2020({ validateFormats: false }).compile(schema);
    expect(fits(lureLost.sample)).toBe(true);
    expect(fits({ ...lureLost.sample, color: 'red' })).toBe(true);
    expect(fits({ ...lureLost.sample, lost_at: 1 })).toBe(false);
    expect(fits({})).toBe(false);
  });

  it('leaves no names with the schemas that other documents would show', () => {
    expect(z.toJSONSchema(publicCatchSchema)).not.toHaveProperty('$defs');
  });
});
