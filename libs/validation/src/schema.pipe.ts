import type { ArgumentMetadata, PipeTransform } from '@nestjs/common';
import { z } from 'zod';
import { acceptBody, parseBody } from './parse-body.js';
import { parseQuery } from './parse-query.js';
import { throwIfAny } from './violations.js';
import type { RequestPart } from './violations-of.js';

/**
 * Gives handlers what `@Body({ schema })`, `@Query({ schema })` and `@Param('id', { schema })` make of the request, or
 * throws `request.invalid`.
 */
export class SchemaPipe implements PipeTransform {
  transform(value: unknown, { schema, type, data }: ArgumentMetadata): unknown {
    if (schema === undefined) return value;
    if (!(schema instanceof z.ZodType)) throw new TypeError(`The schema of ${type} ${data ?? ''} is not one of zod`);
    if (type === 'body') return acceptBody(parseBody(schema, value));
    const { value: parsed, violations } = parseQuery(schema, value, partOf(data));
    throwIfAny({ invalid: violations });
    return parsed;
  }
}

const partOf = (data: string | undefined): RequestPart =>
  data === undefined ? { in: 'query' } : { in: 'parameter', name: data };
