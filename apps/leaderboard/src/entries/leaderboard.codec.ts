import { VERIFICATION_TIERS } from '@cds/contracts';
import { checkedCodec, plainForm } from '@cds/event-store';
import { z } from 'zod';
import { METRICS, PERIOD_KINDS } from '../boards/board.js';
import type { LeaderboardEvent } from './entry.events.js';

const rank = z.int();
const score = z.number();
const id = z.string();

const board = z.object({
  id,
  name: z.string(),
  rule: z.object({
    metric: z.enum(METRICS),
    speciesId: id.nullable(),
    region: z.string().nullable(),
    minVerificationTier: z.enum(VERIFICATION_TIERS),
    period: z.enum(PERIOD_KINDS),
  }),
});

const values = {
  rank: rank.nullable(),
  score: score.nullable(),
  catchId: id.nullable(),
  achievedAt: z.string().nullable(),
};

/** The events of boards hold nothing personal: anglers appear by their ids. */
export const leaderboardCodec = checkedCodec<LeaderboardEvent>({
  LeaderboardEntryChanged: plainForm(
    z.object({
      board,
      period: z.string(),
      anglerId: id,
      ...values,
      previousRank: rank.nullable(),
      displaced: z.array(z.object({ anglerId: id, rank, previousRank: rank })),
      previous: z.object(values).partial(),
    }),
  ),
});
