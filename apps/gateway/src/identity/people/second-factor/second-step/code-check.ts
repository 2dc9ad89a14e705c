import { Clock, SecretBox } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import { PrismaService } from '../../../../database/prisma.service.js';
import type { Person } from '../../../../generated/client.js';
import { MailOutbox } from '../../../../site/mail/mail-outbox.js';
import { Attempts } from '../../attempts/attempts.js';
import type { Origin } from '../../origin.js';
import { PersonAudit } from '../../person-audit.js';
import { FailedSignIns } from '../../sign-in/failed-sign-ins.js';
import { RecoveryCodes } from '../recovery-codes/recovery-codes.js';
import { isTotpCode, stepOfCode, typedCode } from '../totp/totp.js';
import { sealTotp, openTotp } from '../totp/totp-seal.js';

export type CodeResult =
  | { readonly isRight: true }
  /** The seconds until another code may be tried; null: this one was wrong. */
  | { readonly isRight: false; readonly waitSeconds: number | null };

/** Tells whether a code is the person's: of their authenticator app, or a recovery code. Each is good once. */
@Injectable()
export class CodeCheck {
  constructor(
    private readonly prisma: PrismaService,
    private readonly attempts: Attempts,
    private readonly codes: RecoveryCodes,
    private readonly failed: FailedSignIns,
    private readonly audit: PersonAudit,
    private readonly outbox: MailOutbox,
    private readonly box: SecretBox,
    private readonly clock: Clock,
  ) {}

  async check(person: Person, typed: string, origin: Origin): Promise<CodeResult> {
    const code = typedCode(typed);
    return isTotpCode(code) ? this.checkTotp(person, code, origin) : this.checkRecovery(person, typed, origin);
  }

  /** Counted by person: whoever gets here has their password, and a million codes are few. */
  private async checkTotp(person: Person, code: string, origin: Origin): Promise<CodeResult> {
    const waitSeconds = await this.attempts.guessCode(person.id);
    if (waitSeconds > 0) return this.throttled(person, waitSeconds, origin);
    if (!(await this.useTotp(person.id, code))) return this.wrong(person, origin);
    await this.attempts.codeWasRight(person.id);
    return { isRight: true };
  }

  /** Counted by address: nobody guesses one, so whoever has the password cannot keep the person from using theirs. */
  private async checkRecovery(person: Person, typed: string, origin: Origin): Promise<CodeResult> {
    const waitSeconds = await this.attempts.tryFrom(origin.address);
    if (waitSeconds > 0) return this.throttled(person, waitSeconds, origin);
    if (!(await this.codes.use(person.id, typed))) return this.wrong(person, origin);
    await this.attempts.tryWasRight(origin.address);
    await this.audit.record('recovery_code_used', person, origin);
    await this.outbox.add({ kind: 'recovery-code-used', recipient: person.email });
    return { isRight: true };
  }

  /** Uses up the code's step and all before it; of several who try the same at once one succeeds. */
  private async useTotp(personId: string, code: string): Promise<boolean> {
    const totp = await this.prisma.personTotp.findUnique({ where: { personId } });
    if (!totp) return false;
    const secret = openTotp(this.box, totp);
    const step = stepOfCode(secret, code, this.clock.now());
    if (step === null) return false;
    const { count } = await this.prisma.personTotp.updateMany({
      where: { personId, sealed: totp.sealed, lastStep: { lt: step } },
      // Sealed anew, so that a key of the box that was replaced is of no more use after a while.
      data: { lastStep: step, sealed: sealTotp(this.box, personId, secret) },
    });
    return count === 1;
  }

  private async wrong(person: Person, origin: Origin): Promise<CodeResult> {
    await this.failed.record({ person, reason: 'wrong_code', origin });
    return { isRight: false, waitSeconds: null };
  }

  private async throttled(person: Person, waitSeconds: number, origin: Origin): Promise<CodeResult> {
    await this.failed.record({ person, reason: 'throttled', origin });
    if (await this.attempts.mayAlarm(person.id))
      await this.outbox.add({ kind: 'second-factor-guessed', recipient: person.email });
    return { isRight: false, waitSeconds };
  }
}
