export const MAIL_KINDS = [
  'sign-up',
  'email-confirmation',
  'password-reset',
  'password-changed',
  'provider-linked',
  'provider-unlinked',
  'app-allowed',
  'second-factor-added',
  'second-factor-removed',
  'second-factors-ended',
  'second-factor-guessed',
  'recovery-codes-made',
  'recovery-code-used',
  'api-key-made',
  'oauth-client-made',
] as const;

export type MailKind = (typeof MAIL_KINDS)[number];

export const isMailKind = (text: string): text is MailKind => MAIL_KINDS.some((kind) => kind === text);
