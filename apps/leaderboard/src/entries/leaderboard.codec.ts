import { VERIFICATION_TIERS } from '@cds/contracts';
import { checkedCodec, plainForm } from '@cds/event-store';
import { z } from 'zod';
import { METRICS, PERIOD_KINDS } from '../boards/board.js';
import type { LeaderboardEvent } from './entry.events.js';

const rank = z.int();
const score = z.number();
const id = z.string();
const period = z.string();

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

const place = z.object({ anglerId: id, score, catchId: id.nullable(), achievedAt: z.string() });

/** The events of boards hold nothing personal: anglers appear by their ids. */
export const leaderboardCodec = checkedCodec<LeaderboardEvent>({
  LeaderboardEntryChanged: plainForm(
    z.object({
      board,
      period,
      anglerId: id,
      ...values,
      previousRank: rank.nullable(),
      displaced: z.array(z.object({ anglerId: id, rank, previousRank: rank })),
      previous: z.object(values).partial(),
    }),
  ),
  LeaderboardLeaderChanged: plainForm(
    z.object({ board, period, leader: place.nullable(), previous: place.nullable() }),
  ),
  LeaderboardPeriodClosed: plainForm(
    z.object({
      board,
      period,
      startsAt: z.string().nullable(),
      endsAt: z.string().nullable(),
      entryCount: z.int(),
      entries: z.array(place),
    }),
  ),
});
