import { z } from 'zod';

/** How far a catch has been verified, lowest first. */
export const VERIFICATION_TIERS = ['unverified', 'photo', 'witnessed', 'certified'] as const;

export const verificationTierSchema = z.enum(VERIFICATION_TIERS);
export type VerificationTier = (typeof VERIFICATION_TIERS)[number];

/** 0 for the lowest tier; tiers compare by it. */
export const tierRank = (tier: VerificationTier): number => VERIFICATION_TIERS.indexOf(tier);

/** Whether `tier` is `least` or better. */
export const tierReaches = (tier: VerificationTier, least: VerificationTier): boolean =>
  tierRank(tier) >= tierRank(least);
