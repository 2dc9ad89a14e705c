import { Injectable } from '@nestjs/common';
import { PrismaService } from '../../../database/prisma.service.js';
import type { Person } from '../../../generated/client.js';
import { AuditLog } from '../../audit-log/audit-log.js';
import { endGrants } from '../../issued-tokens/end-grants.js';
import type { Origin } from '../origin.js';
import { PersonAudit } from '../person-audit.js';

/** Ends sessions of a person in other browsers, and what they allowed apps. */
@Injectable()
export class EndAccessHandler {
  constructor(
    private readonly prisma: PrismaService,
    private readonly people: PersonAudit,
    private readonly log: AuditLog,
  ) {}

  /** Ends one session of the person, or every one but `kept`. One that is over already changes nothing. */
  async endSessions(person: Person, which: { id: string } | { kept: string }, origin: Origin): Promise<void> {
    const hash = 'id' in which ? which.id : { not: which.kept };
    await this.prisma.$transaction(async (tx) => {
      const { count } = await tx.personSession.deleteMany({ where: { personId: person.id, hash } });
      if (count > 0) await this.people.record('signed_out', person, origin, tx);
    });
  }

  /** Ends a grant of the person with its tokens; they stop within 5 seconds. One that is over changes nothing. */
  async endGrant({ id: personId, accountId }: Person, grantId: string, origin: Origin): Promise<void> {
    await this.prisma.$transaction(async (tx) => {
      for (const { id, clientId } of await endGrants({ personId, id: grantId }, tx)) {
        const details = { client_id: clientId };
        const entry = { accountId, actorId: personId, targetId: id, details, ...origin };
        await this.log.record({ action: 'oauth_grant.revoked', ...entry }, tx);
      }
    });
  }
}
