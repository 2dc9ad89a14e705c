import { newSigningSecret } from './signing-secret.js';

describe('a signing secret', () => {
  it('is whsec_ and 32 bytes in base64', () => {
    const secret = newSigningSecret();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(newSigningSecret()).not.toBe(secret);
  });
});
