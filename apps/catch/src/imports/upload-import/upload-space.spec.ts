import { type ExpectedFile, uploadSpace } from './upload-space.js';

const MIB = 1_048_576;
const MAX = 2_048 * MIB;

const spaceOf = (file: Partial<ExpectedFile>, kept = 10_240 * MIB) =>
  uploadSpace({ length: undefined, isGzip: false, ...file }, { max: MAX, kept });

describe('the room that is held for a file', () => {
  it('is its length, but a block at least', () => {
    expect([spaceOf({ length: 5 * MIB }), spaceOf({ length: 10 })]).toEqual([5 * MIB, 4_096]);
  });

  it('is what it can unpack to, where it is packed', () => {
    expect(spaceOf({ length: 1_000, isGzip: true })).toBe(10 * MIB);
    expect(spaceOf({ length: MIB, isGzip: true })).toBe(100 * MIB);
    expect(spaceOf({ length: 1_000 * MIB, isGzip: true })).toBe(MAX);
  });

  it('is as much as a file may have, where its length is not known', () => {
    expect(spaceOf({})).toBe(MAX);
  });

  it('is all that the account may keep where a guess is more, and more where the length is', () => {
    expect([spaceOf({}, MIB), spaceOf({ length: 10, isGzip: true }, MIB)]).toEqual([MIB, MIB]);
    expect(spaceOf({ length: 2 * MIB }, MIB)).toBe(2 * MIB);
  });
});
