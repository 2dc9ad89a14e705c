import { Injectable } from '@nestjs/common';
import { AuditTally } from '../../audit-log/audit-tally.js';
import type { Origin } from '../origin.js';

export interface FailedSignIn {
  /** Null when no person has the address that was typed. */
  readonly person: { readonly id: string; readonly accountId: string } | null;
  readonly reason: 'unknown_address' | 'wrong_password' | 'wrong_code' | 'wrong_passkey' | 'throttled';
  readonly origin: Origin;
}

/** Keeps failed sign-ins without being flooded by them: those of a minute that are alike are one entry with a count. */
@Injectable()
export class FailedSignIns {
  constructor(private readonly tally: AuditTally) {}

  record({ person, reason, origin: { address, requestId } }: FailedSignIn): Promise<void> {
    const [targetId, accountId] = [person?.id ?? null, person?.accountId ?? null];
    return this.tally.record({ action: 'person.sign_in_failed', accountId, targetId, address, reason }, requestId);
  }
}
