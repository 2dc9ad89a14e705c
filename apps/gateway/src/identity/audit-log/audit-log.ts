import { Clock, newId } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../principals/current-actor.decorator.js';
import { PrismaService } from '../../database/prisma.service.js';
import type { Prisma } from '../../generated/client.js';

/** Something that a security team wants to know: a fact with its subject, such as `api_key.created`. */
export interface AuditEntry {
  readonly action: `${string}.${string}`;
  /** The account that it concerns. Null where nobody knows, as for a sign-in with an unknown address. */
  readonly accountId: string | null;
  /** The credential or person who did it: `key_…`, `app_…`, `ses_…`, `usr_…`; null for strangers. */
  readonly actorId: string | null;
  /** The id of what was changed. */
  readonly targetId: string | null;
  /** Where the request came from; null for what the service does by itself. */
  readonly address: string | null;
  readonly requestId: string | null;
  /** Never contains a secret or part of one. */
  readonly details?: Prisma.InputJsonObject;
}

/** Who did something by a call of the API, in the fields of an entry. */
export const doneBy = ({
  credentialId,
  address,
  requestId,
}: Actor): Pick<AuditEntry, 'actorId' | 'address' | 'requestId'> => ({
  actorId: credentialId,
  address,
  requestId,
});

/** Stores what matters to a security team. */
@Injectable()
export class AuditLog {
  constructor(
    private readonly prisma: PrismaService,
    private readonly clock: Clock,
  ) {}

  /** Adds an entry; in the transaction `tx` it is stored exactly when the change that it describes is. */
  async record(entry: AuditEntry, tx: Prisma.TransactionClient = this.prisma): Promise<void> {
    await tx.auditEntry.create({ data: { id: newId('auditEntry'), at: this.clock.now(), ...entry } });
  }

  /** Adds all of them by one statement, in the transaction of what they describe. */
  async recordAll(entries: readonly AuditEntry[], tx: Prisma.TransactionClient): Promise<void> {
    if (entries.length === 0) return;
    const at = this.clock.now();
    const rows = entries.map((entry) => ({ id: newId('auditEntry'), at, ...entry }));
    await tx.$executeRaw`
      INSERT INTO audit_entries (id, at, action, account_id, actor_id, target_id, address, request_id, details)
      SELECT noted.id, noted.at, noted.action, noted."accountId", noted."actorId", noted."targetId", noted.address,
        noted."requestId", noted.details
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS noted (id text, at timestamptz, action text,
        "accountId" text, "actorId" text, "targetId" text, address text, "requestId" text, details jsonb)
      ORDER BY noted.id`;
  }
}
