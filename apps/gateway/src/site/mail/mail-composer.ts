import { Inject, Injectable } from '@nestjs/common';
import { PrismaService } from '../../database/prisma.service.js';
import { OneTimeTokens, type TokenPurpose } from './one-time-tokens.js';
import { isMailKind, type MailKind } from './mail-kinds.js';
import type { MailText } from './letter.js';
import { alreadyAPerson, mailText } from './mail-texts.js';

/** Injection token of the origin that links in mails begin with. */
export const MAIL_ORIGIN = Symbol('MAIL_ORIGIN');

export interface MailFacts {
  readonly kind: string;
  readonly recipient: string;
  readonly accountName: string | null;
}

/** Where the token of a mail leads to; null for mails without one. */
const PAGES: Readonly<Record<MailKind, { purpose: TokenPurpose; path: string } | null>> = {
  'sign-up': { purpose: 'sign-up', path: '/signup/finish' },
  'email-confirmation': { purpose: 'email-confirmation', path: '/email/confirm' },
  'password-reset': { purpose: 'password-reset', path: '/password/reset' },
  'password-changed': null,
  'provider-linked': null,
  'provider-unlinked': null,
  'app-allowed': null,
  'second-factor-added': null,
  'second-factor-removed': null,
  'second-factors-ended': null,
  'second-factor-guessed': null,
  'recovery-codes-made': null,
  'recovery-code-used': null,
  'api-key-made': null,
  'oauth-client-made': null,
};

/** Writes what a mail says at the moment when it is sent, with a new token. */
@Injectable()
export class MailComposer {
  constructor(
    private readonly prisma: PrismaService,
    private readonly tokens: OneTimeTokens,
    @Inject(MAIL_ORIGIN) private readonly origin: string,
  ) {}

  /** Null when there is nothing to say: no person has the address. */
  async compose({ kind, recipient, accountName }: MailFacts): Promise<MailText | null> {
    if (!isMailKind(kind)) return null;
    const person = await this.prisma.person.findUnique({ where: { email: recipient } });
    if (kind === 'sign-up' && person) return alreadyAPerson(this.origin);
    if (kind !== 'sign-up' && !person) return null;
    const page = PAGES[kind];
    if (!page) return mailText(kind, this.origin, '');
    const token = await this.tokens.make({
      purpose: page.purpose,
      email: recipient,
      personId: person?.id ?? null,
      accountName,
    });
    return mailText(kind, this.origin, `${this.origin}${page.path}?token=${token}`);
  }
}
