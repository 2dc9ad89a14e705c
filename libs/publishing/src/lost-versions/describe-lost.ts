import type { Lost } from './find-lost.js';

const SHOWN = 20;

/** What an operator reads of a search, line by line. */
export const describeLost = ({ versions, withdrawals }: Lost): string[] => {
  const gone = withdrawals.flatMap(({ topic, events }) => events.map(({ subject }) => `${subject}: gone, on ${topic}`));
  if (versions.length === 0 && gone.length === 0) return ['the database has whatever was published in this time'];
  return [
    `subjects with a published version that the log does not have: ${versions.length}`,
    ...shown(
      versions.map(
        ({ event, head }) => `${event.subject}: version ${event.data.version}, the log ends with ${head.version}`,
      ),
    ),
    `published subjects that the database does not have, by topic: ${gone.length}`,
    ...shown(gone),
  ];
};

const shown = (lines: readonly string[]): string[] => [
  ...lines.slice(0, SHOWN).map((line) => `  ${line}`),
  ...(lines.length > SHOWN ? [`  and ${lines.length - SHOWN} more`] : []),
];
