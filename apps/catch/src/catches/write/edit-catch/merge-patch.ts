import type { Violation } from '@cds/errors';
import { bodyOf, detailsOf, toInstant } from '../../rules/catch-details.js';
import type { EditCatchBody } from '../../rules/catch-schemas.js';
import { locationSchema } from '../../rules/field-schemas.js';
import type { CatchDetails } from '../../model/catch.events.js';
import { mergedViolations, mergeMetadata, metadataViolations } from '../merge-metadata.js';

/**
 * What a JSON merge patch (RFC 7396) makes of the details: only fields that the patch has, objects merged member by
 * member.
 */
export const mergePatch = (
  now: CatchDetails,
  patch: EditCatchBody,
  speciesId: string | undefined,
): { details: Partial<CatchDetails>; violations: readonly Violation[] } => {
  const {
    species: _named,
    angler_id: anglerId,
    weight_lbs: weightLbs,
    caught_at: caughtAt,
    location,
    metadata,
    ...plain
  } = patch;
  const current = bodyOf(now);
  const merged = {
    ...plain,
    ...(location !== undefined && { location: location && { ...current.location, ...location } }),
    ...(metadata !== undefined && { metadata: metadata && mergeMetadata(current.metadata, metadata) }),
  };
  const said = detailsOf({ ...current, ...merged });
  const details: Partial<CatchDetails> = {
    ...said,
    ...(speciesId !== undefined && { speciesId }),
    ...(anglerId !== undefined && { anglerId }),
    ...(weightLbs !== undefined && { weightLbs }),
    ...(caughtAt !== undefined && { caughtAt: toInstant(caughtAt) }),
  };
  const violations = [
    ...(location ? mergedViolations('location', locationSchema, merged.location) : []),
    ...(metadata ? metadataViolations(merged.metadata) : []),
  ];
  return { details, violations };
};
