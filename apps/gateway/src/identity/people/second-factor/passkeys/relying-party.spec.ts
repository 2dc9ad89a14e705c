import { describe, expect, it } from '@jest/globals';
import { relyingPartyOf } from './relying-party.js';

describe('passkeys', () => {
  it.each([
    ['https://api.example.com', 'api.example.com'],
    ['https://api.example.com:8443', 'api.example.com'],
    ['http://localhost:3000', 'localhost'],
  ])('are made for the name of %s', (publicUrl, id) => {
    expect(relyingPartyOf(publicUrl)).toMatchObject({ id, origin: publicUrl });
  });

  it.each(['http://127.0.0.1:3000', 'https://192.0.2.1', 'https://[::1]:3000', 'http://api.example.com'])(
    'cannot be made for %s',
    (publicUrl) => expect(relyingPartyOf(publicUrl)).toBeNull(),
  );
});
