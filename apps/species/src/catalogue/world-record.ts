import type { WorldRecord } from './species.events.js';

/** Whether both say the same, whatever their ids. */
export const isSameRecord = (one: WorldRecord, other: WorldRecord): boolean =>
  one.weightLbs === other.weightLbs &&
  one.place === other.place &&
  one.date === other.date &&
  one.angler === other.angler &&
  one.source === other.source;

/** The greatest weight known in pounds: reported, or that of the world record. */
export const greatestWeight = (reported: number | null, record: WorldRecord | null): number | null => {
  const known = [reported, record?.weightLbs ?? null].filter((weight) => weight !== null);
  return known.length === 0 ? null : Math.max(...known);
};
