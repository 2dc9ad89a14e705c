import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OPERATIONS } from '../openapi/generated/operations.gen.js';

describe('the client', () => {
  it('has a method for every operation of the API', () => {
    const files = readdirSync(import.meta.dirname).filter((name) => !name.endsWith('.spec.ts'));
    const sources = files.map((name) => readFileSync(join(import.meta.dirname, name), 'utf8')).join('');
    expect(Object.keys(OPERATIONS).filter((operation) => !sources.includes(`'${operation}'`))).toEqual([]);
  });
});
