import type { ProblemText } from './problem-text.js';

/** Problems of species, leaderboards and webhooks. */
export const SUBSCRIBER_PROBLEMS = {
  'species.unknown': {
    title: 'The species is not known',
    explanation: 'No species has this id or name. `detail` suggests the three nearest names.',
  },
  'species.ambiguous': {
    title: 'The species name is ambiguous',
    explanation:
      'The alias belongs to several species; `candidates` lists them. Use a common name, a scientific name or an id.',
  },
  'species.not_found': { title: 'There is no such species', explanation: 'No species has this id or slug.' },
  'species.deleted': {
    title: 'The species was deleted',
    explanation: 'The species with this id or slug was deleted by a curator. No catch can be logged under its names.',
  },
  'species.scientific_name_taken': {
    title: 'The scientific name is in use',
    explanation: 'Another species has this scientific name; `detail` names it.',
  },
  'species.has_catches': {
    title: 'The species has catches',
    explanation: 'Only a species of which no catch is logged can be deleted.',
  },
  'species.record_not_found': {
    title: 'There is no such record',
    explanation: 'The species has no record with this id. Service records follow catches and cannot be edited.',
  },
  'species.record_too_light': {
    title: 'The weight does not make it a record',
    explanation: 'A new world record is heavier than the current one, and a corrected one than those before it.',
  },
  'species.record_limit': {
    title: 'The species has too many former records',
    explanation: 'A species keeps 50 former world records. Delete one first.',
  },
  'leaderboard.unknown': { title: 'The leaderboard is not known', explanation: 'No leaderboard has this id.' },
  'leaderboard.not_found': { title: 'There is no such leaderboard', explanation: 'No leaderboard has this id.' },
  'leaderboard.built_in': {
    title: 'The leaderboard is built in',
    explanation: 'Standard boards are the same for everybody. Create one of your own with the rule that you want.',
  },
  'leaderboard.forbidden': {
    title: 'The leaderboard belongs to another account',
    explanation: 'Everybody reads a leaderboard, and the account that made it changes or deletes it.',
  },
  'leaderboard.limit': {
    title: 'There are too many leaderboards',
    explanation: 'An account may have 100 leaderboards of its own.',
  },
  'webhook.not_found': {
    title: 'There is no such webhook endpoint',
    explanation: 'No endpoint of this account has this id.',
  },
  'webhook.address_forbidden': {
    title: 'The address is not allowed',
    explanation: 'Webhooks are never sent to private, loopback, link-local or metadata addresses.',
  },
  'webhook.disabled': {
    title: 'The endpoint is disabled',
    explanation: 'Nothing is sent to a disabled endpoint. Enable it first.',
  },
  'webhook.limit': { title: 'There are too many endpoints', explanation: 'An account may have 50 webhook endpoints.' },
  'webhook.recovery_running': {
    title: 'The endpoint is being recovered already',
    explanation: 'An endpoint has one recovery at a time. Wait until it is finished.',
  },
  'webhook_recovery.not_found': {
    title: 'There is no such recovery',
    explanation: 'No recovery of an endpoint of this account has this id.',
  },
  'webhook.replay_running': {
    title: 'The endpoint is being sent what it missed already',
    explanation: 'An endpoint has one replay at a time. Wait until it is finished.',
  },
  'webhook_replay.not_found': {
    title: 'There is no such replay',
    explanation: 'No replay for an endpoint of this account has this id.',
  },
  'webhook.secret_limit': {
    title: 'There are too many signing secrets',
    explanation: 'At most 10 earlier secrets of an endpoint may go on signing beside the current one.',
  },
  'webhook_delivery.not_found': {
    title: 'There is no such delivery',
    explanation: 'No delivery to an endpoint of this account has this id.',
  },
  'event.not_found': {
    title: 'There is no such event',
    explanation: 'No event of the last 30 days that this account may read has this id.',
  },
  'event.gone': {
    title: 'The event is not in the feed any more',
    explanation:
      'The stream cannot go on after the event of `Last-Event-ID`: it is older than 30 days, or not yours. Read what ' +
      'you missed from `GET /v1/events`, then connect without it.',
  },
  'limit.event_streams': {
    title: 'There are too many event streams',
    explanation: 'An account may have 10 event streams open at a time. Close one, or read them all as one.',
  },
} as const satisfies Record<string, ProblemText>;
