import type { MailText } from './letter.js';
import { letter, NOT_YOU, wasItYou } from './letter.js';
import type { MailKind } from './mail-kinds.js';
import { noticeText } from './notice-texts.js';

/** What is said to somebody who signs up with an address that is a person's already. */
export const alreadyAPerson = (origin: string): MailText => ({
  subject: 'You already have an account',
  text: letter(
    'Somebody, probably you, tried to sign up with this address.\nYou already have an account.',
    `Sign in: ${origin}/signin`,
    `Forgot your password? ${origin}/password/forgot`,
  ),
});

/** What each kind of mail says; `link` is where its token leads to. */
export const mailText = (kind: MailKind, origin: string, link: string): MailText => {
  switch (kind) {
    case 'sign-up':
      return {
        subject: 'Finish signing up',
        text: letter(
          'Choose a password to finish creating your account:',
          link,
          `The link works once, for 24 hours.\n${NOT_YOU}`,
        ),
      };
    case 'email-confirmation':
      return {
        subject: 'Confirm your e-mail address',
        text: letter('Confirm your e-mail address:', link, `The link works once, for 24 hours.\n${NOT_YOU}`),
      };
    case 'password-reset':
      return {
        subject: 'Choose a new password',
        text: letter('Choose a new password:', link, `The link works once, for an hour.\n${NOT_YOU}`),
      };
    case 'password-changed':
      return {
        subject: 'Your password was changed',
        text: letter('Your password was changed, and every other browser was signed out.', wasItYou(origin)),
      };
    case 'provider-linked':
      return {
        subject: 'A way to sign in was added',
        text: letter('An account elsewhere can now be used to sign in as you.', wasItYou(origin)),
      };
    case 'app-allowed':
      return {
        subject: 'An app may act for your account',
        text: letter(
          `You allowed an app to act for your account. See what it may do, and end it:\n\n${origin}/account`,
          wasItYou(origin),
        ),
      };
    case 'provider-unlinked':
      return {
        subject: 'A way to sign in was removed',
        text: letter('An account elsewhere can no longer be used to sign in as you.', wasItYou(origin)),
      };
    default:
      return noticeText(kind, origin);
  }
};
