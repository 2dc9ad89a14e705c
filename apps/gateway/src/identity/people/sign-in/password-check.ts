import { Injectable } from '@nestjs/common';
import { PrismaService } from '../../../database/prisma.service.js';
import type { Person } from '../../../generated/client.js';
import { Attempts } from '../attempts/attempts.js';
import { emailSchema } from '../email.js';
import type { Origin } from '../origin.js';
import { hashPassword, isOutdated, isPassword } from '../passwords/passwords.js';
import { FailedSignIns } from './failed-sign-ins.js';

export type PasswordCheckResult = { readonly person: Person } | Refusal;

interface Refusal {
  readonly person: null;
  /** Seconds until it may be tried again; null: it was wrong. */
  readonly waitSeconds: number | null;
}

/**
 * Tells whether somebody is who they say. Unknown addresses, people without a password and wrong ones are not
 * apart, by answer nor by time.
 */
@Injectable()
export class PasswordCheck {
  constructor(
    private readonly prisma: PrismaService,
    private readonly attempts: Attempts,
    private readonly failed: FailedSignIns,
  ) {}

  async check(typed: { email: string; password: string }, origin: Origin): Promise<PasswordCheckResult> {
    const email = emailSchema.safeParse(typed.email).data ?? '';
    const person = await this.prisma.person.findUnique({ where: { email } });
    const attempt = { email, address: origin.address };
    const waitSeconds = await this.attempts.guess(attempt);
    if (waitSeconds > 0) {
      await this.failed.record({ person, reason: 'throttled', origin });
      return { person: null, waitSeconds };
    }
    if (!(await isPassword(typed.password, person?.passwordHash ?? null)) || !person) {
      await this.failed.record({ person, reason: person ? 'wrong_password' : 'unknown_address', origin });
      return { person: null, waitSeconds: null };
    }
    await this.attempts.wasRight(attempt);
    return { person: await this.renewed(person, typed.password) };
  }

  /** Brings the hash to today's parameters, unless the password was changed at this very moment. */
  private async renewed(person: Person, password: string): Promise<Person> {
    const { id, passwordHash } = person;
    if (passwordHash === null || !isOutdated(passwordHash)) return person;
    const newHash = await hashPassword(password);
    const { count } = await this.prisma.person.updateMany({
      where: { id, passwordHash },
      data: { passwordHash: newHash },
    });
    return count === 1 ? { ...person, passwordHash: newHash } : person;
  }
}
