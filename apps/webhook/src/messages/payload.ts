/** Payloads stay below this many bytes of UTF-8. */
export const PAYLOAD_LIMIT_BYTES = 20_000;

export interface PayloadSource {
  readonly eventId: string;
  readonly type: string;
  readonly time: Date;
  readonly data: unknown;
}

/**
 * The text that is signed and sent: `{ id, type, timestamp, data }`. When it would reach the limit notes are shortened,
 * then metadata emptied, then photos left with `id` and `url`, and of entries the first ones; `data.truncated` names
 * which. The same event gives the
 * same text.
 */
export const payloadOf = (source: PayloadSource, limitBytes = PAYLOAD_LIMIT_BYTES): string => {
  const whole = textOf(source, source.data);
  if (Buffer.byteLength(whole) < limitBytes || !isRecord(source.data)) return whole;
  return cut(source, structuredClone(source.data), limitBytes);
};

const textOf = ({ eventId, type, time }: PayloadSource, data: unknown): string =>
  JSON.stringify({ id: eventId, type, timestamp: time.toISOString(), data });

const cut = (source: PayloadSource, data: Record<string, unknown>, limitBytes: number): string => {
  const truncated: string[] = [];
  data['truncated'] = truncated;
  let text = textOf(source, data);
  for (const [field, cutShort] of CUTS) {
    for (const holder of holdersOf(data, field)) {
      if (Buffer.byteLength(text) < limitBytes) return text;
      if (!truncated.includes(field)) truncated.push(field);
      holder[field] = cutShort(holder[field], Buffer.byteLength(textOf(source, data)) - limitBytes + 1);
      text = textOf(source, data);
    }
  }
  return text;
};

/** What is cut, in this order; `excess` is in bytes. */
const CUTS: readonly (readonly [field: string, cutShort: (value: unknown, excess: number) => unknown])[] = [
  ['notes', (notes, excess) => shortened(String(notes), excess)],
  ['metadata', () => ({})],
  [
    'photos',
    (photos) => (Array.isArray(photos) ? photos.filter(isRecord).map(({ id, url }) => ({ id, url })) : photos),
  ],
  ['entries', (entries, excess) => (Array.isArray(entries) ? firstOf(entries, excess) : entries)],
];

/** The first of a list, which is `excess` bytes shorter as JSON. */
const firstOf = (list: readonly unknown[], excess: number): unknown[] => {
  let [kept, dropped] = [list.length, 0];
  while (kept > 0 && dropped < excess) {
    kept -= 1;
    dropped += Buffer.byteLength(JSON.stringify(list[kept])) + 1;
  }
  return list.slice(0, kept);
};

/**
 * Where a long field can stand, the least needed first: the old values, then the new ones, of a catch or of a
 * verification's catch.
 */
const holdersOf = (data: Record<string, unknown>, field: string): Record<string, unknown>[] =>
  [data['previous'], data['catch'], data].filter(isRecord).filter((holder) => Boolean(holder[field]));

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The beginning of a text, `excess` bytes shorter as JSON; never half a character. */
const shortened = (text: string, excess: number): string => {
  const characters = Array.from(text);
  let dropped = 0;
  while (dropped < excess) {
    const last = characters.pop();
    if (last === undefined) break;
    dropped += Buffer.byteLength(JSON.stringify(last)) - 2;
  }
  return characters.join('');
};
