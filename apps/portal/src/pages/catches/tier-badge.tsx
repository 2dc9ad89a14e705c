import type { VerificationTier } from '@catch-data/sdk';
import { Badge, type Tone } from '../../ui/badge.js';

const TIERS: Readonly<Record<VerificationTier, { readonly label: string; readonly tone: Tone }>> = {
  unverified: { label: 'Unverified', tone: 'neutral' },
  photo: { label: 'Photo', tone: 'accent' },
  witnessed: { label: 'Witnessed', tone: 'good' },
  certified: { label: 'Certified', tone: 'good' },
};

export const tierLabel = (tier: string): string => TIERS[tier as VerificationTier]?.label ?? tier;

export const TierBadge = ({ tier }: { readonly tier: VerificationTier }) => (
  <Badge tone={TIERS[tier].tone}>{TIERS[tier].label}</Badge>
);
