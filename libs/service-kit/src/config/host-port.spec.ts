import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isHostPort } from './host-port.js';

describe('host:port', () => {
  it.each(['kafka:9092', '127.0.0.1:1', '[::1]:65535'])('is %s', (text) => {
    expect(isHostPort(text)).toBe(true);
  });

  it.each(['', 'kafka', ':9092', 'kafka:', 'kafka:0', 'kafka:65536', '::1:9092', 'http://kafka:9092', 'a b:1'])(
    'is not %j',
    (text) => expect(isHostPort(text)).toBe(false),
  );

  it('is known without loading the rest of the library, as npm start does', () => {
    expect(readFileSync(join(import.meta.dirname, 'host-port.ts'), 'utf8')).not.toMatch(/\bimport\b/);
  });
});
