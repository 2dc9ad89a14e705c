import { z } from 'zod';

/** What each kind of id begins with. An id is a TypeID: the prefix, `_`, and a UUIDv7 in 26 base-32 characters. */
export const ID_PREFIXES = {
  account: 'acc',
  angler: 'ang',
  apiKey: 'key',
  attempt: 'att',
  auditEntry: 'aud',
  catch: 'catch',
  event: 'evt',
  export: 'exp',
  import: 'imp',
  leaderboard: 'lb',
  message: 'msg',
  oauthClient: 'app',
  oauthGrant: 'gra',
  person: 'usr',
  photo: 'pho',
  receiver: 'rcv',
  requestLogEntry: 'req',
  species: 'spc',
  speciesRecord: 'rcd',
  verification: 'ver',
  webhookEndpoint: 'we',
  webhookRecovery: 'rec',
  webhookReplay: 'rep',
} as const;

export type IdKind = keyof typeof ID_PREFIXES;
export type IdOf<K extends IdKind> = `${(typeof ID_PREFIXES)[K]}_${string}`;

const SUFFIX = '[0-7][0-9a-hjkmnp-tv-z]{25}';

/** Accepts ids of one kind, such as `catch_01h455vb4pex5vsknk084sn02q`; refuses every other text. */
export const idSchema = <K extends IdKind>(kind: K): z.ZodType<IdOf<K>, string> => {
  const prefix = ID_PREFIXES[kind];
  return z
    .string()
    .regex(new RegExp(`^${prefix}_${SUFFIX}$`), `must be an id that begins with ${prefix}_`) as unknown as z.ZodType<
    IdOf<K>,
    string
  >;
};
