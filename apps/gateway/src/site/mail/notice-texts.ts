import type { MailText } from './letter.js';
import { letter, wasItYou } from './letter.js';
import type { MailKind } from './mail-kinds.js';

/** Mails that tell people of what happened to their way in, and ask nothing of them. */
const NOTICES = {
  'second-factor-added': {
    subject: 'A second factor was added',
    said: 'An authenticator app or a passkey can now be used to sign in as you.',
  },
  'second-factor-removed': {
    subject: 'A second factor was removed',
    said: 'An authenticator app or a passkey can no longer be used to sign in as you.',
  },
  'second-factors-ended': {
    subject: 'Your second factor was ended by an administrator',
    said:
      'An administrator removed your authenticator app, passkeys and recovery\ncodes, and signed you out everywhere. ' +
      'Your password alone lets you in now.',
  },
  'second-factor-guessed': {
    subject: 'Somebody has your password',
    said:
      'Somebody signed in with your password, and then tried codes of your second\nfactor until we refused more. ' +
      'They did not get in. If you are kept out\nmeanwhile, a passkey or a recovery code still lets you in.',
  },
  'recovery-codes-made': {
    subject: 'New recovery codes were created',
    said: 'The recovery codes that you had before no longer work.',
  },
  'recovery-code-used': {
    subject: 'A recovery code was used',
    said: 'A recovery code was used to sign in as you. It does not work again.',
  },
  'api-key-made': {
    subject: 'An API key was created for your account',
    said:
      'An API key was created for your account. Whoever has it can use it until it is\nrevoked. The API lists all ' +
      'keys, and what created each: GET /v1/api-keys.',
  },
  'oauth-client-made': {
    subject: 'An OAuth client was created for your account',
    said:
      'An app was registered for your account as an OAuth client. The API lists all\nof them, and what created each: ' +
      'GET /v1/oauth-clients.',
  },
} as const satisfies Partial<Record<MailKind, { subject: string; said: string }>>;

export type NoticeKind = keyof typeof NOTICES;

export const noticeText = (kind: NoticeKind, origin: string): MailText => ({
  subject: NOTICES[kind].subject,
  text: letter(NOTICES[kind].said, `See how you sign in:\n\n${origin}/account/security`, wasItYou(origin)),
});
