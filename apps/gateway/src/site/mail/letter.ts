export interface MailText {
  readonly subject: string;
  readonly text: string;
}

export const NOT_YOU = 'If you did not request this, ignore this message. Nothing has changed.';

export const wasItYou = (origin: string): string =>
  `If that was not you, choose a new password at once:\n\n${origin}/password/forgot`;

// Lines stay under 77 characters, links too as long as the origin allows: so the mail is readable as it is sent, and as
// a file.
export const letter = (...paragraphs: string[]): string =>
  `${['Hello,', ...paragraphs, 'Catch Data Service'].join('\n\n')}\n`;
