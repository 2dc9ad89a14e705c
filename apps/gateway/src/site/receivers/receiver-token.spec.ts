import { newId } from '@cds/service-kit';
import { receiverOf, receiverToken } from './receiver-token.js';

const [KEY, OTHER] = [Buffer.alloc(32, 'a'), Buffer.alloc(32, 'b')];

describe('the token of a receiver', () => {
  const id = newId('receiver');

  it('names the receiver, also after its key has become an old one', () => {
    const token = receiverToken(id, [KEY]);
    expect(receiverOf(token, [KEY])).toBe(id);
    expect(receiverOf(token, [OTHER, KEY])).toBe(id);
  });

  it.each([
    ['an id without a signature', id],
    ['a signature with another key', receiverToken(id, [OTHER])],
    ['the signature of another receiver', `${id}.${receiverToken(newId('receiver'), [KEY]).split('.')[1]}`],
    ['a token with something behind it', `${receiverToken(id, [KEY])}.x`],
    ['an id of another kind', receiverToken(newId('account'), [KEY])],
    ['nothing', ''],
  ])('is not %s', (_what, token) => {
    expect(receiverOf(token, [KEY])).toBeUndefined();
  });
});
