import type { Verified } from './verify.js';

/** What a person reads of a check, line by line. */
export const describe = (result: Verified): string[] => [
  ...(result.problem === undefined ? [wholeness(result)] : [`BROKEN. ${result.problem}`, soundPart(result)]),
  ...(result.removedBefore ? [`Removed as too old: entries from before ${result.removedBefore.toISOString()}.`] : []),
  ...(result.isHeadTooOld ? ['The given head is older than what is kept, and was not compared.'] : []),
  ...(result.waiting.count > 0 ? [waitingLine(result)] : []),
];

const wholeness = ({ head, begin }: Verified): string =>
  head.position === begin
    ? `The chain is whole and has no entries. Head: ${begin}:${head.hash}`
    : `The chain is whole from position ${begin + 1n} to ${head.position}. Head: ${head.position}:${head.hash}`;

const soundPart = ({ head, begin }: Verified): string =>
  head.position === begin
    ? 'No position before it is sound.'
    : `Positions ${begin + 1n} to ${head.position} are sound up to ${head.position}:${head.hash}`;

const waitingLine = ({ waiting: { count, since } }: Verified): string =>
  `Waiting for their link: ${count} entries, the oldest from ${since?.toISOString()}. The gateway adds them within ` +
  'seconds.';
