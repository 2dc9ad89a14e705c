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
 * then metadata emptied, then photos left with `id` and `url`, and of entries the first ones, until it fits; what need
 * not have been cut for that is kept. `data.truncated` names which were cut. The same event gives the same text.
 */
export const payloadOf = (source: PayloadSource, limitBytes = PAYLOAD_LIMIT_BYTES): string => {
  const whole = textOf(source, source.data);
  if (Buffer.byteLength(whole) < limitBytes || !isRecord(source.data)) return whole;
  return cut(source, structuredClone(source.data), limitBytes);
};

const textOf = ({ eventId, type, time }: PayloadSource, data: unknown): string =>
  JSON.stringify({ id: eventId, type, timestamp: time.toISOString(), data });

const cut = (source: PayloadSource, data: Record<string, unknown>, limitBytes: number): string => {
  const places = placesIn(data);
  /** By how many bytes the text is too long; below 1 when it fits. */
  const excess = (): number => {
    data['truncated'] = [...new Set(places.filter(({ isCut }) => isCut).map(({ field }) => field))];
    return Buffer.byteLength(textOf(source, data)) - limitBytes + 1;
  };
  const cutAt = (place: Place): void => {
    place.isCut = true;
    place.holder[place.field] = place.cutShort(place.whole, excess());
  };
  const last = places.findIndex((place) => {
    cutAt(place);
    return excess() < 1;
  });
  // The last cut may have made those before it needless, or deeper than they need be.
  for (const place of places.slice(0, Math.max(0, last)).toReversed()) {
    place.isCut = false;
    place.holder[place.field] = place.whole;
    if (excess() >= 1) cutAt(place);
  }
  return textOf(source, data);
};

/** A field of one holder that can be cut. */
interface Place extends Cut {
  readonly holder: Record<string, unknown>;
  readonly whole: unknown;
  isCut: boolean;
}

const placesIn = (data: Record<string, unknown>): Place[] =>
  CUTS.flatMap((one) =>
    holdersOf(data, one.field).map((holder) => ({ ...one, holder, whole: holder[one.field], isCut: false })),
  );

interface Cut {
  readonly field: string;
  /** The value without `excess` bytes or, where it has fewer, with as little as there can be. */
  cutShort(this: void, value: unknown, excess: number): unknown;
}

/** What is cut, in this order. */
const CUTS: readonly Cut[] = [
  { field: 'notes', cutShort: (notes, excess) => shortened(String(notes), excess) },
  { field: 'metadata', cutShort: () => ({}) },
  {
    field: 'photos',
    cutShort: (photos) =>
      Array.isArray(photos) ? photos.filter(isRecord).map(({ id, url }) => ({ id, url })) : photos,
  },
  {
    field: 'entries',
    cutShort: (entries, excess) => (Array.isArray(entries) ? firstOf(entries, excess) : entries),
  },
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
