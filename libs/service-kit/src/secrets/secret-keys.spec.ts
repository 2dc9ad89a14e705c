import { randomBytes } from 'node:crypto';
import { loadConfig } from '../config/load-config.js';
import { setting } from '../config/setting.js';
import { secretKeys } from './secret-keys.js';

const key = (): string => randomBytes(32).toString('base64');
const load = (keys: string) =>
  loadConfig({ keys: setting('SECRET_KEYS', secretKeys, 'Keys.', { secret: true }) }, { SECRET_KEYS: keys }).keys;

describe('keys of a secret box', () => {
  it('names keys in order', () => {
    const [current, old] = [key(), key()];
    expect(load(`b:${current}, a:${old}`)).toEqual([
      { id: 'b', key: Buffer.from(current, 'base64') },
      { id: 'a', key: Buffer.from(old, 'base64') },
    ]);
  });

  it.each([
    '',
    'a',
    'a:short',
    `:${randomBytes(32).toString('base64')}`,
    `a:${randomBytes(16).toString('base64')}`,
    `a.b:${randomBytes(32).toString('base64')}`,
  ])('%j is refused', (text) => expect(() => load(text)).toThrow(/SECRET_KEYS/));

  it('refuses the same name twice, and shows no key', () => {
    const one = key();
    expect(() => load(`a:${one},a:${key()}`)).toThrow(/every name once/);
    expect(() => load(`a:${one},a:${key()}`)).not.toThrow(one);
  });
});
