export type QueryValue = string | number | boolean | Date | null | undefined;
export type Query = Readonly<Record<string, QueryValue | readonly QueryValue[]>>;

/** The path with its ids in their places. Refuses ids that would lead to another address. */
export const pathOf = (template: string, ids: readonly string[]): string => {
  let next = 0;
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const id: unknown = ids[next++];
    if (typeof id !== 'string' || id === '' || id === '.' || id === '..')
      throw new TypeError(`${name}: an id is needed, not ${id === undefined ? 'undefined' : JSON.stringify(id)}`);
    return encodeURIComponent(id);
  });
};

/** Lists of names in one value; all other arrays are repeated parameters. */
const JOINED = ['fields', 'expand', 'sort'];

/** `?a=1&a=2`, or nothing. What is undefined is left out; times are ISO 8601. */
export const queryOf = (query: object = {}): string => {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(query as Query)) {
    for (const one of valuesOf(name, value)) {
      if (one !== undefined && one !== null) pairs.append(name, one instanceof Date ? one.toISOString() : String(one));
    }
  }
  const text = pairs.toString();
  return text && `?${text}`;
};

const valuesOf = (name: string, value: Query[string]): readonly QueryValue[] => {
  if (!Array.isArray(value)) return [value as QueryValue];
  return JOINED.includes(name) ? [value.join(',')] : (value as readonly QueryValue[]);
};
