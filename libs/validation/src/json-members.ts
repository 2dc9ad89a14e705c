const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;

/** The index of the quote that ends the string which begins at `start`. */
const endOfString = (text: string, start: number): number => {
  for (let at = text.indexOf('"', start + 1); ; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return at;
  }
};

export interface JsonShape {
  /** Members of all objects. */
  readonly members: number;
  /** Members of the object that has the most. */
  readonly widest: number;
  readonly depth: number;
}

/** How many object members a valid JSON text writes, and how deep it nests. Reads the text once. */
export const scanJson = (text: string): JsonShape => {
  let members = 0;
  let widest = 0;
  let depth = 0;
  let deepest = 0;
  /** Of the objects and lists that are open, by their depth. */
  const open: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === COLON) {
      members += 1;
      widest = Math.max(widest, (open[depth] = (open[depth] ?? 0) + 1));
    } else if (code === 0x7b || code === 0x5b) {
      deepest = Math.max(deepest, (depth += 1));
      open[depth] = 0;
    } else if (code === 0x7d || code === 0x5d) depth -= 1;
  }
  return { members, widest, depth: deepest };
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
export const excessMembers = (value: unknown, max: number, path: readonly string[] = []): string[][] => {
  if (typeof value !== 'object' || value === null) return [];
  const entries = Object.entries(value);
  const excess = Array.isArray(value) ? [] : entries.slice(max).map(([key]) => [...path, key]);
  return [...excess, ...entries.slice(0, max).flatMap(([key, inner]) => excessMembers(inner, max, [...path, key]))];
};
