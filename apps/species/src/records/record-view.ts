import { VERIFICATION_TIERS, type VerificationTier } from '@cds/contracts';
import { z } from 'zod';
import { recordNotFound } from '../catalogue/species.errors.js';
import type { SpeciesRow } from '../catalogue/species.projection.js';
import { worldRecordRows } from '../catalogue/species.projection.js';

const OF_SERVICE = { description: 'Null for world records.' };

export const recordKindSchema = z.enum(['world', 'service']);

export const recordHolderSchema = z.strictObject({ id: z.string().nullable().meta(OF_SERVICE), name: z.string() });

/** A record of a species as the API answers it. */
export const recordSchema = z
  .strictObject({
    id: z.string(),
    kind: recordKindSchema,
    current: z.boolean().meta({ description: 'Whether it is the current record. False for records that were broken.' }),
    region: z
      .string()
      .nullable()
      .meta({
        description:
          'The ISO 3166-2 code of the region for a regional record of this service. Null for the record across all ' +
          'regions.',
      }),
    weight_lbs: z.number(),
    weight_kg: z.number().optional().meta({ description: 'With `units=metric`.' }),
    date: z.string().meta({ description: 'A date: `YYYY-MM-DD`, `YYYY-MM` or `YYYY`.' }),
    place: z.string().nullable().meta({ description: 'Null for records of this service.' }),
    angler: recordHolderSchema,
    source: z.string().nullable().meta({ description: 'Null for records of this service.' }),
    catch_id: z.string().nullable().meta(OF_SERVICE),
    caught_at: z.iso.datetime({ precision: 3 }).nullable().meta(OF_SERVICE),
    verification_tier: z.enum(VERIFICATION_TIERS).nullable().meta(OF_SERVICE),
    ended_at: z.iso
      .datetime({ precision: 3 })
      .nullable()
      .meta({ description: 'When a record of this service was broken.' }),
  })
  .meta({ id: 'SpeciesRecord' });
export type RecordView = z.infer<typeof recordSchema>;

export interface TaggedRecord {
  readonly view: RecordView;
  /** That of the species, which the writes to its records are held against. */
  readonly tag: string;
}

export interface RecordRow {
  id: string;
  kind: 'world' | 'service';
  isCurrent: boolean;
  region: string | null;
  weightLbs: number;
  date: string;
  place: string | null;
  angler: string | null;
  source: string | null;
  catchId: string | null;
  anglerId: string | null;
  caughtAt: Date | null;
  verificationTier: VerificationTier | null;
  endedAt: Date | null;
}

/** What a row of `species_records` is read as. */
export const RECORD_COLUMNS = `id, kind, is_current AS "isCurrent", region, weight_lbs AS "weightLbs", date, place,
  angler, source, catch_id AS "catchId", angler_id AS "anglerId", caught_at AS "caughtAt",
  verification_tier AS "verificationTier", ended_at AS "endedAt"`;

export const recordView = (row: RecordRow): RecordView => ({
  id: row.id,
  kind: row.kind,
  current: row.isCurrent,
  region: row.region,
  weight_lbs: row.weightLbs,
  date: row.date,
  place: row.place,
  angler: { id: row.anglerId, name: row.angler ?? '' },
  source: row.source,
  catch_id: row.catchId,
  caught_at: row.caughtAt?.toISOString() ?? null,
  verification_tier: row.verificationTier,
  ended_at: row.endedAt?.toISOString() ?? null,
});

/** A world record of a species; fails with `species.record_not_found`. */
export const worldRecordEntry = (species: SpeciesRow, id: string): RecordView => {
  const row = worldRecordRows(species).find((record) => record.id === id);
  if (!row) throw recordNotFound(id);
  return recordView({ ...OF_NO_CATCH, ...row });
};

const OF_NO_CATCH = {
  kind: 'world',
  region: null,
  catchId: null,
  anglerId: null,
  caughtAt: null,
  verificationTier: null,
  endedAt: null,
} as const;
