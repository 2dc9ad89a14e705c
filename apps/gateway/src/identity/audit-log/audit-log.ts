import { Clock, newId } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import type { Queryable } from '@cds/postgres';
import type { Actor } from '../principals/current-actor.decorator.js';
import { PrismaService } from '../../database/prisma.service.js';
import type { Prisma } from '../../generated/client.js';

/** What a security person wants to know of: a fact with its subject, such as `api_key.created`. */
export interface AuditEntry {
  readonly action: `${string}.${string}`;
  /** Whose it is. Null where nobody knows: a sign-in with an unknown address. */
  readonly accountId: string | null;
  /** The credential or person who did it: `key_…`, `app_…`, `usr_…`; null for strangers. */
  readonly actorId: string | null;
  /** What it was done to. */
  readonly targetId: string | null;
  /** Where the request came from, null for what the service does by itself. */
  readonly address: string | null;
  readonly requestId: string | null;
  /** Never a secret, nor a part of one. */
  readonly details?: Prisma.InputJsonObject;
}

/** A transaction of Prisma's, or of a client of the pool. */
export type AuditTransaction = Prisma.TransactionClient | Queryable;

/** Who did something by a call of the API, as an entry tells it. */
export const doneBy = ({
  credentialId,
  address,
  requestId,
}: Actor): Pick<AuditEntry, 'actorId' | 'address' | 'requestId'> => ({
  actorId: credentialId,
  address,
  requestId,
});

/** Keeps what matters to a security person. */
@Injectable()
export class AuditLog {
  constructor(
    private readonly prisma: PrismaService,
    private readonly clock: Clock,
  ) {}

  /** With `tx`, the entry is there exactly when what it tells of is. */
  async record(entry: AuditEntry, tx: AuditTransaction = this.prisma): Promise<void> {
    const row = { id: newId('auditEntry'), at: this.clock.now(), ...entry };
    if ('auditEntry' in tx) await tx.auditEntry.create({ data: row });
    else
      await tx.query(INSERT, [
        row.id,
        row.at,
        row.action,
        row.accountId,
        row.actorId,
        row.targetId,
        row.address,
        row.requestId,
        row.details,
      ]);
  }
}

const INSERT = `
INSERT INTO audit_entries (id, at, action, account_id, actor_id, target_id, address, request_id, details)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`;
