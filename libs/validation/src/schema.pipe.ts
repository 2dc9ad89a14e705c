import type { ArgumentMetadata, PipeTransform } from '@nestjs/common';
import { z } from 'zod';
import { PARSE_OPTIONS } from './issue-detail.js';
import { acceptBody, parseBody } from './parse-body.js';
import { throwIfAny } from './violations.js';
import { type RequestPart, violationsOf } from './violations-of.js';

/**
 * Gives handlers what `@Body({ schema })`, `@Query({ schema })` and `@Param('id', { schema })` make of the request, or
 * throws `request.invalid`.
 */
export class SchemaPipe implements PipeTransform {
  transform(value: unknown, { schema, type, data }: ArgumentMetadata): unknown {
    if (schema === undefined) return value;
    if (!(schema instanceof z.ZodType)) throw new TypeError(`The schema of ${type} ${data ?? ''} is not one of zod`);
    if (type === 'body') return acceptBody(parseBody(schema, value));
    const result = schema.safeParse(value, PARSE_OPTIONS);
    if (result.success) return result.data;
    throwIfAny({ invalid: violationsOf(result.error.issues, partOf(data), schema) });
    return undefined;
  }
}

const partOf = (data: string | undefined): RequestPart =>
  data === undefined ? { in: 'query' } : { in: 'parameter', name: data };
