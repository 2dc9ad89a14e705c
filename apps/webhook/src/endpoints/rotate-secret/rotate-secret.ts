import { acceptBody, parseBody } from '@cds/validation';
import { z } from 'zod';

const MAX_OVERLAP_HOURS = 168;
const DEFAULT_OVERLAP_HOURS = 24;
const HOUR_MS = 3_600_000;

export const rotateSecretBody = z
  .strictObject({
    overlap_hours: z.int().min(0).max(MAX_OVERLAP_HOURS).default(DEFAULT_OVERLAP_HOURS).meta({
      description: 'How long the old secret keeps signing beside the new one, in hours. With 0 it stops at once.',
    }),
  })
  .meta({ id: 'SecretRotation' });

/** How long the old secret is to go on signing; a request without a body asks for the default. */
export const overlapHoursOf = (body: unknown): number =>
  acceptBody(parseBody(rotateSecretBody, body ?? {})).overlap_hours;

/** A rotated secret that may still sign, as it is stored. */
export interface PreviousSecret {
  /** Sealed for the endpoint. */
  readonly secret: string;
  readonly expires_at: string;
}

/** Those that still sign at a time, in the order in which they are stored: newest first. */
export const stillSigning = (stored: readonly PreviousSecret[] | null, at: Date): PreviousSecret[] =>
  (stored ?? []).filter(({ expires_at }) => new Date(expires_at) > at);

/** The earlier secrets after a rotation. */
export const afterRotation = (
  { secret, previousSecrets }: { secret: string; previousSecrets: readonly PreviousSecret[] | null },
  overlapHours: number,
  now: Date,
): PreviousSecret[] => {
  const expiresAt = new Date(now.getTime() + overlapHours * HOUR_MS);
  return stillSigning([{ secret, expires_at: expiresAt.toISOString() }, ...(previousSecrets ?? [])], now);
};
