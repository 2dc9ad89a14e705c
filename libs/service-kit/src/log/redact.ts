const SECRET = /authorization|cookie|x-cds-identity|secret|password|passwd|api[_-]?key|token|connection_?string/i;
const MAX_DEPTH = 5;

const known = new Map<string, boolean>();

const isSecret = (key: string): boolean => {
  let secret = known.get(key);
  if (secret === undefined) {
    secret = SECRET.test(key);
    if (known.size < 1_000) known.set(key, secret);
  }
  return secret;
};

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null || Array.isArray(value);
};

/** The same fields with the value of every key that names a secret replaced; as they are when there is none. */
export const redact = (fields: Record<string, unknown>, depth = 0): Record<string, unknown> => {
  let copy: Record<string, unknown> | undefined;
  for (const key in fields) {
    const value = fields[key];
    const safe = isSecret(key) ? '[redacted]' : redactInside(value, depth);
    if (safe !== value) (copy ??= { ...fields })[key] = safe;
  }
  return copy ?? fields;
};

const redactInside = (value: unknown, depth: number): unknown => {
  if (typeof value !== 'object' || value === null || depth >= MAX_DEPTH || !isPlain(value)) return value;
  if (!Array.isArray(value)) return redact(value as Record<string, unknown>, depth + 1);
  const safe = value.map((one: unknown) => redactInside(one, depth + 1));
  return safe.some((one, index) => one !== value[index]) ? safe : value;
};
