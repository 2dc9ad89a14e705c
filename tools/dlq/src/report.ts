import { headerText } from '@cds/kafka';
import type { DeadLetter } from './dead-letter.js';
import type { DeadLetterTopic } from './dead-letter-topic.js';

export interface Waiting {
  readonly topic: DeadLetterTopic;
  readonly letters: readonly DeadLetter[];
}

const COLUMNS = ['TOPIC', 'SERVICE', 'WAITING', 'OLDEST', 'NEWEST'] as const;

const table = (rows: readonly (readonly string[])[]): string => {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};

/** One line for each topic that has dead letters. */
export const listReport = (waiting: readonly Waiting[]): string => {
  const rows = waiting
    .filter(({ letters }) => letters.length > 0)
    .map(({ topic, letters }) => {
      const times = letters.map(({ failedAt }) => failedAt).sort();
      return [topic.origin, topic.service, String(letters.length), times[0] ?? '', times.at(-1) ?? ''];
    });
  return rows.length === 0 ? 'No dead letters.' : table([COLUMNS, ...rows]);
};

const valueText = (value: Buffer | null): string => {
  if (value === null) return '(none: a tombstone)';
  const text = value.toString();
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

const indented = (text: string): string => text.replaceAll('\n', '\n    ');

/** All there is to know about one dead letter. */
export const letterReport = (topic: DeadLetterTopic, letter: DeadLetter): string => {
  const { message } = letter;
  const headers = Object.keys(message.headers ?? {})
    .filter((name) => !name.startsWith('dlq_'))
    .map((name) => `    ${name}: ${headerText(message.headers, name) ?? ''}`);
  return [
    `${topic.name} --offset ${letter.partition}/${letter.offset}`,
    `  failed   ${letter.failedAt}, ${topic.service}`,
    `  error    ${letter.errorCode}: ${indented(letter.errorMessage)}`,
    `  origin   ${letter.origin}`,
    `  key      ${message.key?.toString() ?? ''}`,
    '  headers',
    ...headers,
    '  value',
    `    ${indented(valueText(message.value))}`,
  ].join('\n');
};
