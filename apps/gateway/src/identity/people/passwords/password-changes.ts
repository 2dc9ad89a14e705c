import { Injectable } from '@nestjs/common';
import { MailOutbox } from '../../../site/mail/mail-outbox.js';
import type { Person, Prisma } from '../../../generated/client.js';
import { Sessions } from '../sessions/sessions.js';

/** What goes with every new password. */
@Injectable()
export class PasswordChanges {
  constructor(
    private readonly sessions: Sessions,
    private readonly outbox: MailOutbox,
  ) {}

  /**
   * Sets it, ends every session, makes links that were sent before useless, and notifies the person. Returns the person
   * as they are then.
   */
  async set(personId: string, passwordHash: string, tx: Prisma.TransactionClient): Promise<Person> {
    const person = await tx.person.update({ where: { id: personId }, data: { passwordHash } });
    await this.sessions.endAll(personId, tx);
    await tx.oneTimeToken.deleteMany({ where: { personId, purpose: 'password-reset' } });
    await this.outbox.add({ kind: 'password-changed', recipient: person.email }, tx);
    return person;
  }
}
