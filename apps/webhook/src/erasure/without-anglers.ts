import { ERASED_ANGLER } from '@cds/contracts';

type Fields = Readonly<Record<string, unknown>>;

/** Everyone of whom an event's data says something: the ids of all its `angler`s. */
export const anglersIn = (data: unknown): string[] => {
  const found = new Set<string>();
  addMentioned(found, data);
  return [...found];
};

/** Without lists of its own for each part of the data: each event is searched when it is stored. */
const addMentioned = (found: Set<string>, data: unknown): void => {
  if (Array.isArray(data)) {
    for (const one of data) addMentioned(found, one);
  } else if (isRecord(data)) {
    for (const key of Object.keys(data)) {
      if (key !== 'angler') addMentioned(found, data[key]);
      else for (const id of idOf(data[key])) found.add(id);
    }
  }
};

/**
 * The data without what is personal of these anglers: their names, of a catch that is or was theirs all that only its
 * angler could say, the evidence for it, and what a reviewer said of it; the service's own reasons, which nobody
 * decided, stay. Figures, species, region and ids stay.
 */
export const withoutAnglers = (data: unknown, erased: ReadonlySet<string>): unknown => {
  if (Array.isArray(data)) return data.map((one) => withoutAnglers(one, erased));
  if (!isRecord(data)) return data;
  const cleaned = mapFields(data, (key, value) =>
    key === 'angler' ? anonymous(value, erased) : withoutAnglers(value, erased),
  );
  if (isOf(data['catch'], erased)) return withoutWords(cleaned);
  if (![data, data['previous']].some((holder) => isOf(holder, erased))) return cleaned;
  return mapFields(cleaned, (key, value) =>
    key === 'previous' && isRecord(value) ? mapFields(value, blank) : blank(key, value),
  );
};

/** A verification without what its evidence says of people, and without a reviewer's reason. */
const withoutWords = (verification: Fields): Fields => ({
  ...verification,
  ...(isRecord(verification['evidence']) && { evidence: NO_EVIDENCE }),
  ...(typeof verification['decided_by'] === 'string' && { reason: null }),
});

const NO_EVIDENCE = { photos: [], witness: null, certificate_number: null };

const isOf = (holder: unknown, anglers: ReadonlySet<string>): boolean =>
  isRecord(holder) && idOf(holder['angler']).some((id) => anglers.has(id));

const anonymous = (angler: unknown, erased: ReadonlySet<string>): unknown =>
  isRecord(angler) && idOf(angler).some((id) => erased.has(id)) ? { ...angler, name: ERASED_ANGLER } : angler;

const blank = (key: string, value: unknown): unknown => {
  if (key === 'photos') return [];
  if (key === 'location') return isRecord(value) ? { ...value, name: null, latitude: null, longitude: null } : value;
  return PERSONAL.has(key) ? null : value;
};

const PERSONAL: ReadonlySet<string> = new Set(['method', 'bait', 'notes', 'external_id', 'metadata']);

const mapFields = (fields: Fields, map: (key: string, value: unknown) => unknown): Fields =>
  Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, map(key, value)]));

const idOf = (angler: unknown): string[] =>
  isRecord(angler) && typeof angler['id'] === 'string' ? [angler['id']] : [];

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
