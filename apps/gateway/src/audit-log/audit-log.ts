import { newId } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import { PrismaService } from '../database/prisma.service.js';
import type { Prisma } from '../generated/client.js';

/** What a security person wants to know of: a fact with its subject, such as `api_key.created`. */
export interface AuditEntry {
  readonly action: `${string}.${string}`;
  /** Null where nobody knows whose it is: a sign-in with an unknown address. */
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

/** Keeps what matters to a security person. */
@Injectable()
export class AuditLog {
  constructor(private readonly prisma: PrismaService) {}

  /** With `tx`, the entry is there exactly when what it tells of is. */
  async record(entry: AuditEntry, tx: Prisma.TransactionClient = this.prisma): Promise<void> {
    await tx.auditEntry.create({ data: { id: newId('auditEntry'), ...entry } });
  }
}
