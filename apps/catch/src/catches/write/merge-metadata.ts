import type { Violation } from '@cds/errors';
import { parseBody } from '@cds/validation';
import type { z } from 'zod';
import { metadataSchema } from '../rules/field-schemas.js';

/** What a JSON merge patch (RFC 7396) makes of metadata: null takes a pair away. */
export const mergeMetadata = (
  now: Readonly<Record<string, string>> | null,
  patch: Readonly<Record<string, string | null>>,
): Record<string, string> =>
  Object.fromEntries(Object.entries({ ...now, ...patch }).filter((pair): pair is [string, string] => pair[1] !== null));

/** What is wrong with merged metadata, with pointers into the body. */
export const metadataViolations = (metadata: unknown): readonly Violation[] =>
  mergedViolations('metadata', metadataSchema, metadata);

/** What is wrong with a field as a merge patch leaves it, with pointers into the body. */
export const mergedViolations = (field: string, schema: z.ZodType, merged: unknown): readonly Violation[] =>
  (parseBody(schema, merged).violations ?? []).map((violation) =>
    'pointer' in violation ? { ...violation, pointer: `/${field}${violation.pointer}` } : violation,
  );
