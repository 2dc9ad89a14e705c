import { z } from 'zod';

/** What the account's page can say of what happened before. */
export const ACCOUNT_NOTES = {
  'password-changed': 'The password is changed, and every other browser was signed out.',
  'mail-sent': 'If not too many went there lately, a mail is on its way to you.',
  'too-many-mails': 'Too many mails were asked for. Try again in an hour.',
  'wrong-password': 'That was not your password: nothing has changed.',
  'too-many-guesses': 'Too many attempts. Try again in a quarter of an hour.',
  linked: 'The two are linked: you can sign in either way.',
  'session-ended': 'That browser is signed out.',
  'app-ended': 'The app may no longer act for this account. Keys that it made are listed under /v1/api-keys.',
  unlinked: 'The two are no longer linked.',
} as const;

export type AccountNote = keyof typeof ACCOUNT_NOTES;

export const accountNoteSchema = z
  .enum(Object.keys(ACCOUNT_NOTES) as [AccountNote, ...AccountNote[]])
  .nullable()
  .catch(null)
  .default(null);
