import { z } from 'zod';

/** What the page to sign in can say of what happened before. */
export const SIGN_IN_NOTES = {
  'signed-up': 'Your account has been created. Sign in with the password you chose.',
  'signed-out': 'You are signed out.',
  confirm: 'Show once more that it is you: sign in again.',
  'password-reset': 'The password is changed, and every browser was signed out. Sign in with the new one.',
  link:
    'Somebody with this e-mail address has an account here already. Sign in with its password once, ' +
    'and the two are linked.',
} as const;

export type SignInNote = keyof typeof SIGN_IN_NOTES;

export const signInNoteSchema = z
  .enum(Object.keys(SIGN_IN_NOTES) as [SignInNote, ...SignInNote[]])
  .nullable()
  .catch(null)
  .default(null);
