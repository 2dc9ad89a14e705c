export const MAIL_KINDS = [
  'sign-up',
  'email-confirmation',
  'password-reset',
  'password-changed',
  'provider-linked',
  'provider-unlinked',
  'app-allowed',
] as const;

export type MailKind = (typeof MAIL_KINDS)[number];

export const isMailKind = (text: string): text is MailKind => MAIL_KINDS.some((kind) => kind === text);
