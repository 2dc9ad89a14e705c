import { z } from 'zod';

/** What the page on the second factor can say of what happened before. */
export const SECURITY_NOTES = {
  admin: 'You may use your rights as an administrator once you have a second factor. Set one up here.',
  'totp-added': 'The authenticator app is set up.',
  'totp-removed': 'The authenticator app is removed.',
  'passkey-added': 'The passkey is added.',
  'passkey-removed': 'The passkey is removed.',
  'codes-kept':
    'No more recovery codes were created: yours have changed since that page was opened. If you have not saved the ' +
    'new ones, create them again.',
  'not-changed':
    'Nothing was changed: it was changed in another window before, or the browser took too long. Try again.',
} as const;

export type SecurityNote = keyof typeof SECURITY_NOTES;

export const securityNoteSchema = z
  .enum(Object.keys(SECURITY_NOTES) as [SecurityNote, ...SecurityNote[]])
  .nullable()
  .catch(null)
  .default(null);
