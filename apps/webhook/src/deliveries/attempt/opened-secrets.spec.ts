import { randomBytes } from 'node:crypto';
import { SecretBox } from '@cds/service-kit';
import { OpenedSecrets } from './opened-secrets.js';

const box = new SecretBox([{ id: 'test', key: randomBytes(32) }]);

describe('a secret that was sealed for an endpoint', () => {
  it('is decrypted once, however often it signs', () => {
    let count = 0;
    const open = (text: string, owner: string): string => {
      count += 1;
      return box.open(text, owner);
    };
    const secrets = new OpenedSecrets({ open });
    const [one, other] = [box.seal('one', 'we_1'), box.seal('other', 'we_1')];
    expect([one, one, other, one].map((text) => secrets.open(text, 'we_1'))).toEqual(['one', 'one', 'other', 'one']);
    expect(count).toBe(2);
  });

  it('opens for no other endpoint, also once it was opened', () => {
    const secrets = new OpenedSecrets(box);
    const sealed = box.seal('one', 'we_1');
    expect(secrets.open(sealed, 'we_1')).toBe('one');
    expect(() => secrets.open(sealed, 'we_2')).toThrow();
  });
});
