import { Injectable } from '@nestjs/common';
import { AuditLog } from '../audit-log/audit-log.js';
import type { Prisma } from '../../generated/client.js';
import type { Origin } from './origin.js';

export type PersonAction =
  | 'signed_up'
  | 'signed_in'
  | 'signed_out'
  | 'password_changed'
  | 'password_reset'
  | 'email_confirmed'
  | 'provider_linked'
  | 'provider_unlinked'
  | 'totp_added'
  | 'totp_removed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'recovery_codes_made'
  | 'recovery_code_used';

/** Keeps what people did about their own way in. */
@Injectable()
export class PersonAudit {
  constructor(private readonly log: AuditLog) {}

  async record(
    action: PersonAction,
    person: { id: string; accountId: string },
    origin: Origin,
    tx?: Prisma.TransactionClient,
    details?: Prisma.InputJsonObject,
  ): Promise<void> {
    const { id, accountId } = person;
    const entry = { action: `person.${action}`, accountId, actorId: id, targetId: id, ...origin } as const;
    await this.log.record({ ...entry, ...(details && { details }) }, tx);
  }
}
