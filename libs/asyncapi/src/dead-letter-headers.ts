import { DLQ_HEADERS } from '@cds/kafka';
import { z } from 'zod';

type DlqHeader = keyof typeof DLQ_HEADERS;

/** What each header says, and how it looks. */
const HEADERS: Readonly<Record<DlqHeader, readonly [meaning: string, example: string]>> = {
  errorCode: [
    'Why the service could not process it: `message.malformed`, a problem’s code, or `internal.error` for a bug.',
    'message.malformed',
  ],
  errorMessage: ['The error’s own words, up to 1,000 characters.', 'The header ce_id is missing'],
  originTopic: ['Where the message came from first.', 'catch.events'],
  originPartition: ['Its partition there.', '4'],
  originOffset: ['Its offset there.', '4711'],
  service: ['Who could not process it.', 'leaderboard'],
  failedAt: ['When it was set aside: ISO 8601 in UTC.', '2026-11-21T10:00:00.125Z'],
  replayed: ['The offset of the dead letter of this partition that is to be handled again.', '0'],
  dropped: ['The offset of the dead letter of this partition that nobody will handle.', '0'],
};

const headersOf = (keys: readonly DlqHeader[]): Record<string, z.ZodString> =>
  Object.fromEntries(keys.map((key) => [DLQ_HEADERS[key], z.string().meta({ description: HEADERS[key][0] })]));

/** How they look together. */
export const dlqExample = (keys: readonly DlqHeader[]): Record<string, string> =>
  Object.fromEntries(keys.map((key) => [DLQ_HEADERS[key], HEADERS[key][1]]));

/** Those of a message that was set aside. */
export const SET_ASIDE: readonly DlqHeader[] = [
  'errorCode',
  'errorMessage',
  'originTopic',
  'originPartition',
  'originOffset',
  'service',
  'failedAt',
];

export const deadLetterHeaders = z
  .object(headersOf(SET_ASIDE))
  .meta({ description: 'The headers that the message had, and why it was set aside.' });
export const replayHeaders = z
  .object(headersOf([...SET_ASIDE, 'replayed']))
  .meta({ description: 'The headers of the dead letter, and which one it is.' });
export const dropHeaders = z.object(headersOf(['dropped'])).meta({ description: 'Which dead letter is done with.' });
