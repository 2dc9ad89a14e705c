import type { ArgumentMetadata, PipeTransform } from '@nestjs/common';
import { z } from 'zod';
import { PARSE_OPTIONS } from './issue-detail.js';
import { throwIfAny } from './violations.js';
import { type RequestPart, violationsOf } from './violations-of.js';

/** Gives handlers what `@Body({ schema })`, `@Query({ schema })` and `@Param('id', { schema })` make of the request, or throws `request.invalid`. */
export class SchemaPipe implements PipeTransform {
  transform(value: unknown, { schema, type, data }: ArgumentMetadata): unknown {
    if (schema === undefined) return value;
    if (!(schema instanceof z.ZodType)) throw new TypeError(`The schema of ${type} ${data ?? ''} is not one of zod`);
    const result = schema.safeParse(value, PARSE_OPTIONS);
    if (result.success) return result.data;
    throwIfAny({ invalid: violationsOf(result.error.issues, partOf(type, data)) });
    return undefined;
  }
}

const partOf = (type: ArgumentMetadata['type'], data: string | undefined): RequestPart => {
  if (type === 'body') return { in: 'body' };
  return data === undefined ? { in: 'query' } : { in: 'parameter', name: data };
};
