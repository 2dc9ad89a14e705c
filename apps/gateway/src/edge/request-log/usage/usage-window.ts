import { throwIfAny } from '@cds/validation';
import { INTERVALS, type UsageQuery } from './usage.schemas.js';

/** Whole buckets, from the first one's beginning to the last one's end, in milliseconds. */
export interface UsageWindow {
  readonly from: number;
  readonly to: number;
  readonly stepMs: number;
}

/** The buckets that a query asks for. Fails with the 400 that names the parameter for none, and for too many. */
export const usageWindow = (query: UsageQuery, now: Date): UsageWindow => {
  const { interval, used_after: after, used_before: before } = query;
  const { ms: stepMs, maxBuckets, defaultBuckets } = INTERVALS[interval];
  const to = Math.ceil((before === undefined ? now.getTime() + 1 : Date.parse(before)) / stepMs) * stepMs;
  const from = after === undefined ? to - defaultBuckets * stepMs : Math.floor(Date.parse(after) / stepMs) * stepMs;
  if (from >= to) refuse('is not before the end of the time asked for');
  const buckets = (to - from) / stepMs;
  if (buckets > maxBuckets)
    refuse(`is too early: of ${interval}s at most ${maxBuckets} can be asked for at once, and these are ${buckets}`);
  return { from, to, stepMs };
};

const refuse = (detail: string): void =>
  throwIfAny({ invalid: [{ parameter: 'used_after', code: 'out_of_range', detail }] });
