import { Clock } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import { AuditLog } from '../../audit-log/audit-log.js';
import { PrismaService } from '../../../database/prisma.service.js';
import type { Origin } from '../origin.js';

export interface FailedSignIn {
  /** Null when no person has the address that was typed. */
  readonly person: { readonly id: string; readonly accountId: string } | null;
  readonly reason: 'unknown_address' | 'wrong_password' | 'wrong_code' | 'wrong_passkey' | 'throttled';
  readonly origin: Origin;
}

const MINUTE_MS = 60_000;
const ACTION = 'person.sign_in_failed';

/** Keeps failed sign-ins without being flooded by them: those of a minute that are alike are one entry with a count. */
@Injectable()
export class FailedSignIns {
  constructor(
    private readonly prisma: PrismaService,
    private readonly log: AuditLog,
    private readonly clock: Clock,
  ) {}

  async record({ person, reason, origin }: FailedSignIn): Promise<void> {
    const since = new Date(this.clock.now().getTime() - MINUTE_MS);
    const [personId, accountId] = [person?.id ?? null, person?.accountId ?? null];
    await this.prisma.$transaction(async (tx) => {
      await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`${ACTION} ${reason} ${origin.address} ${personId ?? ''}`}, 0))`;
      const counted = await tx.$executeRaw`
        UPDATE audit_entries SET details = jsonb_set(details, '{count}', to_jsonb((details->>'count')::int + 1))
        WHERE id = (
          SELECT id FROM audit_entries
          WHERE at > ${since} AND action = ${ACTION} AND address = ${origin.address}
            AND target_id IS NOT DISTINCT FROM ${personId} AND details->>'reason' = ${reason}
          ORDER BY at DESC LIMIT 1)`;
      if (counted === 0)
        await this.log.record(
          { action: ACTION, accountId, actorId: null, targetId: personId, ...origin, details: { reason, count: 1 } },
          tx,
        );
    });
  }
}
