const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;

/** Where the string ends that begins at `start`: its last quote, or the end of a text that breaks off within it. */
const endOfString = (json: Uint8Array, start: number): number => {
  let at = start + 1;
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1;
  return at;
};

export interface JsonShape {
  /** Commas and opening brackets: as many as there are members and items of lists, or a few more. */
  readonly values: number;
  /** Members of all objects. */
  readonly members: number;
  /** Members of the object that has the most. */
  readonly widest: number;
  readonly depth: number;
}

/**
 * How many values a JSON text in UTF-8 writes, and how deep it nests. Reads the text once, and no further than to one
 * value over `max`. Of a text that is not JSON the numbers mean nothing, but are found as quickly.
 */
export const scanJson = (json: Uint8Array, max = Infinity): JsonShape => {
  let values = 0;
  let members = 0;
  let widest = 0;
  let depth = 0;
  let deepest = 0;
  /** Of the objects and lists that are open, by their depth. */
  const open: number[] = [];
  for (let at = 0; at < json.length && values <= max; at += 1) {
    const code = json[at];
    if (code === QUOTE) at = endOfString(json, at);
    else if (code === COMMA) values += 1;
    else if (code === COLON) {
      members += 1;
      widest = Math.max(widest, (open[depth] = (open[depth] ?? 0) + 1));
    } else if (code === 0x7b || code === 0x5b) {
      values += 1;
      deepest = Math.max(deepest, (depth += 1));
      open[depth] = 0;
    } else if (code === 0x7d || code === 0x5d) depth = Math.max(0, depth - 1);
  }
  return { values, members, widest, depth: deepest };
};

/**
 * How many keys a parsed value has, and the paths of those that could reach into a prototype: they are taken out of it.
 */
export const withoutDanger = (value: unknown): { keys: number; dangerous: string[][] } => {
  const found = { keys: 0, dangerous: [] as string[][] };
  walk(value, [], found);
  return found;
};

const walk = (value: unknown, path: string[], found: { keys: number; dangerous: string[][] }): void => {
  if (typeof value !== 'object' || value === null) return;
  const isArray = Array.isArray(value);
  for (const key of Object.keys(value)) {
    const inner = (value as Record<string, unknown>)[key];
    if (!isArray) {
      found.keys += 1;
      if (key === '__proto__' || (key === 'constructor' && typeof inner === 'object')) {
        found.dangerous.push([...path, key]);
        Reflect.deleteProperty(value, key);
      }
    }
    if (typeof inner !== 'object' || inner === null) continue;
    path.push(key);
    walk(inner, path, found);
    path.pop();
  }
};

/** The paths of members over `max` in their object, in order. */
export const excessMembers = (value: unknown, max: number): string[][] => {
  const found: string[][] = [];
  gatherExcess(value, max, [], found);
  return found;
};

const gatherExcess = (value: unknown, max: number, path: readonly string[], found: string[][]): void => {
  if (typeof value !== 'object' || value === null) return;
  const isArray = Array.isArray(value);
  for (const [index, key] of Object.keys(value).entries()) {
    const inner = (value as Record<string, unknown>)[key];
    if (index >= max && !isArray) found.push([...path, key]);
    else if (typeof inner === 'object') gatherExcess(inner, max, [...path, key], found);
  }
};
