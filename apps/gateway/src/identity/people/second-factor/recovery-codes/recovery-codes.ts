import { Injectable } from '@nestjs/common';
import { PrismaService } from '../../../../database/prisma.service.js';
import type { Prisma } from '../../../../generated/client.js';
import { hashOfRecoveryCode, nameOfCodes, newRecoveryCode, RECOVERY_CODES } from './recovery-code.js';

/** The recovery codes of people, each good once. Their hashes alone are stored. */
@Injectable()
export class RecoveryCodes {
  constructor(private readonly prisma: PrismaService) {}

  /** Replaces the codes of a person. Nobody can read them again. */
  async renew(personId: string, tx: Prisma.TransactionClient): Promise<string[]> {
    const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
    const data = codes.map((code) => ({ hash: hashOfRecoveryCode(code) ?? '', personId }));
    await tx.recoveryCode.deleteMany({ where: { personId } });
    await tx.recoveryCode.createMany({ data });
    return codes;
  }

  /**
   * Replaces the codes of this name; null where the person has others now. So a form that is sent again, as by a reload
   * of the page with the new codes, replaces nothing. The person's row must be locked.
   */
  async renewNamed(name: string, personId: string, tx: Prisma.TransactionClient): Promise<string[] | null> {
    const left = await tx.recoveryCode.findMany({ where: { personId }, select: { hash: true } });
    return nameOfCodes(left.map(({ hash }) => hash)) === name ? this.renew(personId, tx) : null;
  }

  /** Uses a code up; false when it is none of the person's, or no longer. Of several who try at once one gets it. */
  async use(personId: string, typed: string): Promise<boolean> {
    const hash = hashOfRecoveryCode(typed);
    if (hash === null) return false;
    return (await this.prisma.recoveryCode.deleteMany({ where: { personId, hash } })).count === 1;
  }
}
