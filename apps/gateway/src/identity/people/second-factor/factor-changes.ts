import { AppError } from '@cds/errors';
import { Clock } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { PrismaService } from '../../../database/prisma.service.js';
import type { Prisma } from '../../../generated/client.js';
import { MailOutbox } from '../../../site/mail/mail-outbox.js';
import type { MailKind } from '../../../site/mail/mail-kinds.js';
import type { Origin } from '../origin.js';
import { type PersonAction, PersonAudit } from '../person-audit.js';
import { Sessions, type SignedInPerson } from '../sessions/sessions.js';
import { RecoveryCodes } from './recovery-codes/recovery-codes.js';

export interface FactorChange {
  readonly action: PersonAction;
  readonly mail: MailKind;
  readonly origin: Origin;
  /** Makes the change; false when there was nothing to change. */
  readonly apply: (tx: Prisma.TransactionClient) => Promise<boolean>;
}

export interface FactorOutcome {
  readonly isChanged: boolean;
  /** To be shown once: those that go with the first factor. Null for every other change. */
  readonly recoveryCodes: readonly string[] | null;
}

/** Changes what people prove who they are with, beside a password. */
@Injectable()
export class FactorChanges {
  constructor(
    private readonly prisma: PrismaService,
    private readonly sessions: Sessions,
    private readonly codes: RecoveryCodes,
    private readonly audit: PersonAudit,
    private readonly outbox: MailOutbox,
    private readonly clock: Clock,
  ) {}

  /**
   * Makes a change for who is signed in, with its audit entry and a mail. The first factor brings recovery codes and
   * signs out every other browser, as none of them has shown it; they go with the last. Fails with `form.stale` when
   * the session ended at this very moment, as by a new password: whoever had it must not leave a way in behind.
   */
  async make(request: FastifyRequest, person: SignedInPerson, change: FactorChange): Promise<FactorOutcome> {
    return this.prisma.$transaction(async (tx) => {
      const had = await lockPerson(person.id, tx);
      if (!(await this.sessions.isOpen(request, tx))) throw sessionEnded();
      if (!(await change.apply(tx))) return { isChanged: false, recoveryCodes: null };
      await this.audit.record(change.action, person, change.origin, tx);
      await this.outbox.add({ kind: change.mail, recipient: person.email }, tx);
      return { isChanged: true, recoveryCodes: await this.settle(request, person.id, had, tx) };
    });
  }

  private async settle(
    request: FastifyRequest,
    personId: string,
    had: boolean,
    tx: Prisma.TransactionClient,
  ): Promise<string[] | null> {
    const [where, person] = [{ personId }, { id: personId }];
    const has = (await tx.personTotp.count({ where })) + (await tx.passkey.count({ where })) > 0;
    if (has === had) return null;
    await tx.person.update({ where: person, data: { secondFactorSince: has ? this.clock.now() : null } });
    if (has) {
      await this.sessions.endOthers(request, personId, tx);
      return this.codes.renew(personId, tx);
    }
    await tx.recoveryCode.deleteMany({ where });
    return null;
  }
}

/** Whether the person has a second factor, which nobody else changes until the transaction ends. */
const lockPerson = async (personId: string, tx: Prisma.TransactionClient): Promise<boolean> => {
  const [row] = await tx.$queryRaw<{ has: boolean }[]>`
    SELECT second_factor_since IS NOT NULL AS has FROM people WHERE id = ${personId} FOR UPDATE`;
  return row?.has ?? false;
};

const sessionEnded = (): AppError =>
  new AppError({
    code: 'form.stale',
    kind: 'forbidden',
    message: 'You were signed out at this very moment. Sign in again.',
  });
