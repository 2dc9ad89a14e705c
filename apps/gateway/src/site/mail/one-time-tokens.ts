import { Clock } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import { PrismaService } from '../../database/prisma.service.js';
import type { OneTimeToken, Prisma } from '../../generated/client.js';
import { hashOfSecret, newSecret } from '../../secrets/secrets.js';

const MINUTE_MS = 60_000;

export type TokenPurpose = 'sign-up' | 'email-confirmation' | 'password-reset';

const LIFE_MS: Readonly<Record<TokenPurpose, number>> = {
  'sign-up': 1_440 * MINUTE_MS,
  'email-confirmation': 1_440 * MINUTE_MS,
  'password-reset': 60 * MINUTE_MS,
};

export interface TokenFacts {
  readonly purpose: TokenPurpose;
  readonly email: string;
  readonly personId: string | null;
  readonly accountName: string | null;
}

/** What links in mails carry: each works once, for its purpose, until it expires. Their hashes alone are stored. */
@Injectable()
export class OneTimeTokens {
  constructor(
    private readonly prisma: PrismaService,
    private readonly clock: Clock,
  ) {}

  async make(facts: TokenFacts): Promise<string> {
    const token = newSecret();
    const expiresAt = new Date(this.clock.now().getTime() + LIFE_MS[facts.purpose]);
    await this.prisma.oneTimeToken.create({ data: { hash: hashOfSecret(token), ...facts, expiresAt } });
    return token;
  }

  /** What a token stands for, without using it up; null when it is unknown, used or expired. */
  find(purpose: TokenPurpose, token: string): Promise<OneTimeToken | null> {
    return this.prisma.oneTimeToken.findFirst({ where: this.good(purpose, token) });
  }

  /** Uses a token up; null as `find`. Of several who try at once one gets it. */
  async use(purpose: TokenPurpose, token: string, tx: Prisma.TransactionClient): Promise<OneTimeToken | null> {
    const found = await tx.oneTimeToken.findFirst({ where: this.good(purpose, token) });
    if (!found) return null;
    const { count } = await tx.oneTimeToken.deleteMany({ where: { hash: found.hash } });
    return count === 1 ? found : null;
  }

  private good(purpose: TokenPurpose, token: string): Prisma.OneTimeTokenWhereInput {
    return { hash: hashOfSecret(token), purpose, expiresAt: { gt: this.clock.now() } };
  }
}
