import { dictionary } from '@zxcvbn-ts/language-common';

/** In characters. */
export const MIN_PASSWORD = 10;
export const MAX_PASSWORD = 200;

/** In Unicode's composed form, so that keyboards agree on it. */
export const normalPassword = (password: string): string => password.normalize('NFKC');

/** What is wrong with a new password, in words for the person who chose it; null when nothing is. */
export const passwordFault = (password: string, email: string): string | null => {
  const normal = normalPassword(password);
  const length = [...normal].length;
  if (length < MIN_PASSWORD) return `must have at least ${MIN_PASSWORD} characters`;
  if (length > MAX_PASSWORD) return `must have at most ${MAX_PASSWORD} characters`;
  const folded = normal.toLowerCase();
  if (folded === email.toLowerCase()) return 'must not be the e-mail address';
  return COMMON.has(folded) ? 'is one of the most common passwords' : null;
};

/** What is too short is refused anyway. */
const COMMON: ReadonlySet<string> = new Set(
  dictionary['passwords-common']
    .filter((password) => password.length >= MIN_PASSWORD)
    .map((password) => password.toLowerCase()),
);
