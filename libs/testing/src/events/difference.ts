const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);

const shown = (value: unknown): string => (value === undefined ? 'nothing' : JSON.stringify(value));

/** Keys that hold undefined count as absent, as they do once the value went through JSON. */
const presentKeys = (value: Record<string, unknown>): string[] =>
  Object.keys(value).filter((key) => value[key] !== undefined);

/** Where two values of plain data first differ, for a person to read; null when they are equal. */
export const difference = (expected: unknown, actual: unknown, path: string): string | null => {
  if (Object.is(expected, actual)) return null;
  if (expected instanceof Date && actual instanceof Date && expected.getTime() === actual.getTime()) return null;
  if (Array.isArray(expected) && Array.isArray(actual)) return differenceOfItems(expected, actual, path);
  if (isRecord(expected) && isRecord(actual)) return differenceOfFields(expected, actual, path);
  return `${path}: expected ${shown(expected)}, got ${shown(actual)}`;
};

const differenceOfItems = (expected: readonly unknown[], actual: readonly unknown[], path: string): string | null => {
  if (expected.length !== actual.length) return `${path}: expected ${expected.length} items, got ${actual.length}`;
  return firstOf(expected.keys(), (at) => difference(expected[at], actual[at], `${path}[${at}]`));
};

const differenceOfFields = (
  expected: Record<string, unknown>,
  actual: Record<string, unknown>,
  path: string,
): string | null => {
  const keys = new Set([...presentKeys(expected), ...presentKeys(actual)]);
  return firstOf(keys, (key) => difference(expected[key], actual[key], `${path}.${key}`));
};

const firstOf = <K>(keys: Iterable<K>, differenceAt: (key: K) => string | null): string | null => {
  for (const key of keys) {
    const found = differenceAt(key);
    if (found !== null) return found;
  }
  return null;
};
