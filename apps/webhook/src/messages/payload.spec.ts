import { publicCatch } from '../../test/webhook.builders.js';
import { payloadOf } from './payload.js';

const time = new Date('2026-11-21T09:00:00.000Z');
const payload = (data: unknown): string => payloadOf({ eventId: 'evt_1', type: 'catch.created', time, data });
const parsed = (data: unknown) =>
  JSON.parse(payload(data)) as { id: string; type: string; timestamp: string; data: Record<string, unknown> };

const longMetadata = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`key-${at}`, '🐟'.repeat(500)]));
const emoji = '🎣'.repeat(5_000);

const file = (size: string) => ({
  url: `https://catches.example.com/v1/photos/${'f'.repeat(64)}/${size}.jpg`,
  width: 2_048,
  height: 2_048,
});
const photo = (at: number) => ({
  id: `pho_01h455vb4pex5vsknk084sn0${at + 10}`,
  ...file('full'),
  variants: { thumb: file('thumb'), small: file('small'), large: file('large') },
  created_at: '2026-11-21T09:00:00.000Z',
});
const photos = Array.from({ length: 20 }, (_, at) => photo(at));
/** Bytes of JSON are most where a character must be escaped. */
const text = '\u0001'.repeat(200);
/** As long in every field as a catch can be. */
const greatest = {
  ...publicCatch({ species: text, method: text, bait: text, notes: emoji }),
  angler: { id: 'ang_01h455vb4pex5vsknk084sn02q', name: text },
  metadata: longMetadata,
  photos,
};
const gone = { ...greatest, previous: { ...greatest, photos: photos.slice(1) } };

describe('a payload', () => {
  it('is id, type, timestamp and data', () => {
    expect(payload({ id: 'catch_1', notes: 'calm' })).toBe(
      '{"id":"evt_1","type":"catch.created","timestamp":"2026-11-21T09:00:00.000Z","data":{"id":"catch_1","notes":"calm"}}',
    );
  });

  it('of ordinary size is whole and names nothing as truncated', () => {
    expect(parsed({ notes: 'x'.repeat(5_000) }).data).toEqual({ notes: 'x'.repeat(5_000) });
  });
});

describe('a payload that would reach 20 kB', () => {
  const tooLong: [string, Record<string, unknown>][] = [
    ['notes of 5,000 emoji', { id: 'c', notes: emoji, metadata: { trip: '7' } }],
    ['notes of control characters', { id: 'c', notes: '\u0001'.repeat(5_000) }],
    ['notes of quotes', { id: 'c', notes: '"'.repeat(5_000), metadata: { a: '\\'.repeat(500 * 20) } }],
    ['metadata alone', { id: 'c', notes: null, metadata: longMetadata }],
    ['notes and metadata', { id: 'c', notes: emoji, metadata: longMetadata }],
    [
      'old and new notes and metadata',
      { id: 'c', notes: emoji, metadata: longMetadata, previous: { notes: emoji, metadata: longMetadata } },
    ],
    [
      'twenty photos and what they were before',
      { id: 'c', notes: null, photos, previous: { photos: photos.slice(1) } },
    ],
    ['the greatest catch there can be', greatest],
    ['an edit of it in every field', gone],
    ['a verification of it', { id: 'v', reason: text, catch: greatest }],
    ['a verification', { id: 'v', catch: { notes: emoji, metadata: longMetadata } }],
  ];

  it.each(tooLong)('by %s is below it', (_what, data) => {
    expect(Buffer.byteLength(payload(data))).toBeLessThan(20_000);
  });

  it('keeps as much of the notes as fits', () => {
    const { data } = parsed({ id: 'c', notes: emoji, metadata: { trip: '7' } });
    expect(data['truncated']).toEqual(['notes']);
    expect(emoji.startsWith(String(data['notes']))).toBe(true);
    expect(data['metadata']).toEqual({ trip: '7' });
    expect(Buffer.byteLength(payload({ id: 'c', notes: emoji, metadata: { trip: '7' } }))).toBeGreaterThan(19_990);
  });

  it('loses its notes before its metadata', () => {
    const metadata = { trip: 'x'.repeat(10_000) };
    expect(parsed({ notes: emoji, metadata }).data).toMatchObject({ metadata, truncated: ['notes'] });
  });

  it('loses no more of its notes than it must once its metadata is lost', () => {
    const data = { notes: emoji, metadata: longMetadata };
    expect(parsed(data).data).toMatchObject({ metadata: {}, truncated: ['notes', 'metadata'] });
    expect(emoji.startsWith(String(parsed(data).data['notes']))).toBe(true);
    expect(Buffer.byteLength(payload(data))).toBeGreaterThan(19_990);
  });

  it('keeps notes and metadata that fit beside what is lost', () => {
    const [notes, metadata] = ['x'.repeat(5_000), { trip: '7' }];
    expect(parsed({ notes, metadata: longMetadata }).data).toEqual({ notes, metadata: {}, truncated: ['metadata'] });
    const previous = { notes: 'short', metadata: longMetadata };
    expect(parsed({ notes, metadata, previous }).data).toEqual({
      notes,
      metadata,
      previous: { notes: 'short', metadata: {} },
      truncated: ['metadata'],
    });
  });

  it('loses metadata alone when there are no notes', () => {
    expect(parsed({ notes: null, metadata: longMetadata }).data).toMatchObject({
      notes: null,
      metadata: {},
      truncated: ['metadata'],
    });
  });

  it('loses all but id and url of its photos last, those from before first', () => {
    const { data } = parsed(gone);
    const bare = photos.map(({ id, url }) => ({ id, url }));
    expect(data).toMatchObject({ metadata: {}, truncated: ['notes', 'metadata', 'photos'] });
    expect(data['previous']).toMatchObject({ notes: '', metadata: {} });
    expect([data['photos'], (data['previous'] as { photos: unknown }).photos]).toEqual([bare, bare.slice(1)]);
    const both = parsed({ photos, previous: { photos: photos.slice(1) } }).data;
    expect(both).toEqual({ photos, previous: { photos: bare.slice(1) }, truncated: ['photos'] });
    expect(parsed({ photos }).data).toEqual({ photos });
  });

  it('loses the old notes before the new ones', () => {
    const { data } = parsed({ notes: 'x'.repeat(5_000), previous: { notes: emoji } });
    expect(data['notes']).toBe('x'.repeat(5_000));
    expect(data['truncated']).toEqual(['notes']);
  });

  it('never ends in half a character', () => {
    expect(payload({ notes: emoji })).not.toMatch(/\\ud83c"/);
  });

  it('leaves the event that it was made from as it was', () => {
    const event = { notes: emoji };
    payload(event);
    expect(event).toEqual({ notes: emoji });
  });

  it('is the same each time', () => {
    expect(payload({ notes: emoji })).toBe(payload({ notes: emoji }));
  });
});
