/** A JSON Schema as the document has it. */
export type Schema = Readonly<Record<string, unknown>>;

export const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const LISTS = ['oneOf', 'anyOf', 'allOf', 'prefixItems'] as const;
const SINGLE = ['items', 'additionalProperties', 'propertyNames', 'not'] as const;

/**
 * The schema with each schema right inside it replaced. `into` gets where it stands: the name of the property, or an
 * empty text in a list, a map or a union.
 */
export const mapInner = (schema: Schema, into: (inner: Schema, at: string) => Schema): Schema => {
  const mapped: Record<string, unknown> = { ...schema };
  if (isSchema(schema['properties']))
    mapped['properties'] = Object.fromEntries(
      Object.entries(schema['properties']).map(([name, inner]) => [name, isSchema(inner) ? into(inner, name) : inner]),
    );
  for (const key of LISTS) {
    const list = schema[key];
    if (Array.isArray(list))
      mapped[key] = list.map((inner) => (isSchema(inner) ? into(inner, '') : (inner as unknown)));
  }
  for (const key of SINGLE) if (isSchema(schema[key])) mapped[key] = into(schema[key], '');
  return mapped;
};

const REF = '#/components/schemas/';

export const refTo = (name: string): { readonly $ref: string } => ({ $ref: `${REF}${name}` });

/** The name of the component that a reference means. */
export const nameIn = ($ref: unknown): string => String($ref).slice(REF.length);

/** `CatchLocation` of `Catch` and `location`. */
export const pascal = (text: string): string =>
  text.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_separator, first: string) => first.toUpperCase());
