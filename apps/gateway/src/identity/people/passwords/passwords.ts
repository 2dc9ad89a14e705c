import { hash, verify } from '@node-rs/argon2';
import { normalPassword } from './password-rules.js';
import { turns } from './turns.js';

/** OWASP's least for Argon2id, the library's default: 19 MiB, two passes, one degree of parallelism. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** What hashes with these begin with (PHC string format). */
const TODAYS = `$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=${PARAMETERS.parallelism}$`;

/** Each takes its memory and one of the four threads of libuv, which files and names need too. */
const inTurn = turns({ atOnce: 2, mostWaiting: 200 });

/** What is stored instead of a password. Rejects with `service.unavailable` when too many wait for theirs. */
export const hashPassword = (password: string): Promise<string> =>
  inTurn(() => hash(normalPassword(password), PARAMETERS));

/** Whether it is the password; takes the same time when there is no hash. Rejects as `hashPassword` does. */
export const isPassword = async (password: string, stored: string | null): Promise<boolean> => {
  const against = stored ?? (await nobodys());
  const isRight = await inTurn(() => verify(against, normalPassword(password)));
  return isRight && stored !== null;
};

/** Whether a hash was made with other parameters than today's. */
export const isOutdated = (stored: string): boolean => !stored.startsWith(TODAYS);

let ofNobody: Promise<string> | undefined;
const nobodys = (): Promise<string> => (ofNobody ??= hash('nobody has this password', PARAMETERS));
