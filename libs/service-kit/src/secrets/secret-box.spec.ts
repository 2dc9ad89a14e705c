import { randomBytes } from 'node:crypto';
import { SecretBox } from './secret-box.js';

const old = { id: '2026-01', key: randomBytes(32) };
const current = { id: '2026-11', key: randomBytes(32) };
const secret = `whsec_${randomBytes(32).toString('base64')}`;

describe('a sealed secret', () => {
  const sealed = new SecretBox([old]).seal(secret, 'we_1');

  it('opens for its owner', () => {
    expect(new SecretBox([old]).open(sealed, 'we_1')).toBe(secret);
  });

  it('shows nothing of the secret and is different each time', () => {
    expect(sealed).not.toContain(secret.slice(6, 20));
    expect(new SecretBox([old]).seal(secret, 'we_1')).not.toBe(sealed);
  });

  it('opens after a new key was put first, which seals from then on', () => {
    const rotated = new SecretBox([current, old]);
    expect(rotated.open(sealed, 'we_1')).toBe(secret);
    expect(rotated.seal(secret, 'we_1')).toMatch(/^2026-11\./);
  });

  it('does not open for another owner', () => {
    expect(() => new SecretBox([old]).open(sealed, 'we_2')).toThrow();
  });

  it('does not open without its key', () => {
    expect(() => new SecretBox([current]).open(sealed, 'we_1')).toThrow(/2026-01/);
  });

  it('does not open under another key of the same name', () => {
    expect(() => new SecretBox([{ id: old.id, key: current.key }]).open(sealed, 'we_1')).toThrow();
  });

  it('does not open once changed', () => {
    const changed = sealed.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    expect(() => new SecretBox([old]).open(changed.slice(0, -6), 'we_1')).toThrow();
  });
});
