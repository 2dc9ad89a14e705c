import { isSchema, mapInner, nameIn, pascal, refTo, type Schema } from './json-schema.js';

type Schemas = Readonly<Record<string, Schema>>;

/**
 * Gives every object and every enumeration a name of its own, so that clients generated from the document have a type
 * for it. A part that equals a component of `known` is that component; others are named after the place where they
 * stand first: `CatchLocation`. Throws where two different parts would have one name.
 */
export class NamedParts {
  readonly #schemas = new Map<string, Schema>();
  readonly #names = new Map<string, string>();

  constructor(components: Schemas, known: readonly string[]) {
    const order = [...known, ...Object.keys(components).filter((name) => !known.includes(name))];
    for (const name of order) this.#schemas.set(name, {});
    for (const name of order) {
      const schema = this.#inside(components[name] ?? {}, name);
      this.#schemas.set(name, schema);
      if (known.includes(name)) this.#names.set(keyOf(schema), name);
    }
  }

  /** All components, by name. */
  get schemas(): Schemas {
    return Object.fromEntries([...this.#schemas].sort(([one], [other]) => (one < other ? -1 : 1)));
  }

  /** The schema with all that is inside it named; it is a part itself that `name` stands for, where it has none. */
  named(schema: Schema, name: string): Schema {
    const inside = this.#inside(schema, name);
    if ('$ref' in inside) return this.#beside(String(inside['$ref']), inside);
    return isPart(inside) ? this.#refTo(inside, name) : inside;
  }

  #inside(schema: Schema, name: string): Schema {
    return mapInner(schema, (inner, at) => this.named(inner, name + pascal(at)));
  }

  #refTo(part: Schema, name: string): Schema {
    const known = this.#names.get(keyOf(part));
    if (known === undefined) this.#define(name, part);
    return this.#beside(refTo(known ?? name).$ref, part);
  }

  /** A reference with what is said where it stands; some readers lose what stands beside a `$ref` itself. */
  #beside($ref: string, { description, default: preset }: Schema): Schema {
    const component = this.#schemas.get(nameIn($ref)) ?? {};
    const said = {
      ...(description !== undefined && description !== component['description'] && { description }),
      ...(preset !== undefined && preset !== component['default'] && { default: preset }),
    };
    return Object.keys(said).length === 0 ? { $ref } : { allOf: [{ $ref }], ...said };
  }

  #define(name: string, part: Schema): void {
    if (this.#schemas.has(name)) throw new Error(`two different parts would be called ${name}: name one of them`);
    this.#schemas.set(name, part);
    this.#names.set(keyOf(part), name);
  }
}

/** Everything of a part but what is said of it where it stands. */
const keyOf = ({ description: _description, default: _default, ...rest }: Schema): string => JSON.stringify(rest);

const isPart = (schema: Schema): boolean =>
  isSchema(schema['properties']) || (Array.isArray(schema['enum']) && schema['enum'].length > 1);
