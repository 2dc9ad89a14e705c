/**
 * A schema that an example holds, with its definitions in the place of the `$ref`s to them: the page would look for
 * these in the document that the example is in. Takes any value, of which all but such schemas stays as it is.
 */
export const inlined = (value: unknown, outer: Definitions = {}): unknown => {
  if (Array.isArray(value)) return value.map((one) => inlined(one, outer));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref, $defs, ...own } = value as { $ref?: unknown; $defs?: Definitions };
  const known = { ...outer, ...$defs };
  const meant = typeof $ref === 'string' ? known[$ref.slice(DEFINITIONS.length)] : {};
  return Object.fromEntries(Object.entries({ ...meant, ...own }).map(([key, part]) => [key, inlined(part, known)]));
};

type Definitions = Readonly<Record<string, object>>;

const DEFINITIONS = '#/$defs/';
