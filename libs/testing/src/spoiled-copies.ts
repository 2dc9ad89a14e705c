type Json = Readonly<Record<string, unknown>>;

export interface SpoiledCopy {
  /** The member that is wrong, such as `board.rule.metric`. */
  readonly path: string;
  readonly copy: Json;
}

/**
 * Copies of a JSON object in each of which one member has a type that no schema accepts: one copy for every member, at
 * any depth. The elements of arrays are left as they are.
 */
export const spoiledCopies = (stored: Json, path: readonly string[] = []): SpoiledCopy[] =>
  Object.entries(stored).flatMap(([key, value]) => {
    const here = { path: [...path, key].join('.'), copy: { ...stored, [key]: Symbol('spoiled') } };
    const below = isObject(value) ? spoiledCopies(value, [...path, key]) : [];
    return [here, ...below.map((one) => ({ ...one, copy: { ...stored, [key]: one.copy } }))];
  });

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
