import { Injectable } from '@nestjs/common';
import { PrismaService } from '../../../database/prisma.service.js';
import { nameOfCodes } from './recovery-codes/recovery-code.js';

export interface ShownPasskey {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

/** With what a person proves who they are, beside a password. */
export interface SecondFactors {
  /** Since when they have an authenticator app; null for none. */
  readonly totpSince: Date | null;
  readonly passkeys: readonly ShownPasskey[];
  readonly recoveryCodesLeft: number;
  /** Names those that are left. */
  readonly recoveryCodes: string;
}

@Injectable()
export class SecondFactorsQuery {
  constructor(private readonly prisma: PrismaService) {}

  async of(personId: string): Promise<SecondFactors> {
    const where = { personId };
    const [totp, passkeys, codes] = await Promise.all([
      this.prisma.personTotp.findUnique({ where, select: { createdAt: true } }),
      this.prisma.passkey.findMany({
        where,
        select: { id: true, name: true, createdAt: true, lastUsedAt: true },
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      }),
      this.prisma.recoveryCode.findMany({ where, select: { hash: true } }),
    ]);
    return {
      totpSince: totp?.createdAt ?? null,
      passkeys,
      recoveryCodesLeft: codes.length,
      recoveryCodes: nameOfCodes(codes.map(({ hash }) => hash)),
    };
  }
}
