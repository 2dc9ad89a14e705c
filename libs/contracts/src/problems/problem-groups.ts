import type { ProblemCode } from '../problems.js';

/** What stands before the dot of a code. */
type Subject = ProblemCode extends `${infer S}.${string}` ? S : never;

/** What a code is about, as the index of problems is divided; a subject without a group does not compile. */
const GROUP_OF_SUBJECT = {
  request: 'Requests',
  route: 'Requests',
  resource: 'Requests',
  idempotency: 'Requests',
  auth: 'Authentication',
  form: 'Authentication',
  provider: 'Authentication',
  oauth_interaction: 'Authentication',
  rate_limit: 'Limits',
  limit: 'Limits',
  catch: 'Catches',
  photo: 'Photos',
  angler: 'Anglers',
  verification: 'Verifications',
  import: 'Imports and exports',
  export: 'Imports and exports',
  species: 'Species',
  leaderboard: 'Leaderboards',
  webhook: 'Webhooks',
  webhook_delivery: 'Webhooks',
  webhook_recovery: 'Webhooks',
  webhook_replay: 'Webhooks',
  receiver: 'Webhooks',
  event: 'Events',
  api_key: 'API keys',
  account: 'Accounts and people',
  person: 'Accounts and people',
  oauth_client: 'OAuth clients',
  oauth_grant: 'OAuth clients',
  storage: 'Availability and storage',
  service: 'Availability and storage',
  internal: 'Availability and storage',
} as const satisfies Record<Subject, string>;

export type ProblemGroup = (typeof GROUP_OF_SUBJECT)[Subject];

/** The groups in the order of the index. */
export const PROBLEM_GROUPS: readonly ProblemGroup[] = [...new Set(Object.values(GROUP_OF_SUBJECT))];

export const groupOfProblem = (code: ProblemCode): ProblemGroup =>
  GROUP_OF_SUBJECT[code.slice(0, code.indexOf('.')) as Subject];
