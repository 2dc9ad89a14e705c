import { z } from 'zod';

/** The fields of an answer that the service alone sets, by the schema of the body that may not have them. */
const readOnly = z.registry<{ readonly names: readonly string[] }>();

/** Marks the fields that answers have and this body may not: they are refused as `read_only`. */
export const withReadOnly = <S extends z.ZodType>(body: S, names: readonly string[]): S => {
  readOnly.add(body, { names });
  return body;
};

export interface KnownNames {
  readonly names: readonly string[];
  readonly readOnly: readonly string[];
}

/** The names that the object at this path of a schema may have. */
export const knownNamesAt = (schema: z.ZodType, path: readonly PropertyKey[]): KnownNames => {
  let at: z.ZodType | undefined = schema;
  for (const key of path) at = at && innerOf(unwrapped(at), key);
  const found = at && unwrapped(at);
  return {
    names: found instanceof z.ZodObject ? Object.keys(found.shape) : [],
    readOnly: (found && readOnly.get(found)?.names) ?? [],
  };
};

const innerOf = (schema: z.ZodType, key: PropertyKey): z.ZodType | undefined => {
  if (schema instanceof z.ZodObject) return schema.shape[String(key)] as z.ZodType | undefined;
  if (schema instanceof z.ZodArray) return schema.element as z.ZodType;
  if (schema instanceof z.ZodRecord) return schema.valueType as z.ZodType;
  return undefined;
};

/** What reads the value at last: a pipe that begins with a transformation reads it by what follows. */
const unwrapped = (schema: z.ZodType): z.ZodType => {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return unwrapped(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodDefault) return unwrapped(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodPipe)
    return unwrapped((schema.in instanceof z.ZodTransform ? schema.out : schema.in) as z.ZodType);
  return schema;
};
