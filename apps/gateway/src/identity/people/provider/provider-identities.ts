import { AppError } from '@cds/errors';
import { Inject, Injectable } from '@nestjs/common';
import { PrismaService } from '../../../database/prisma.service.js';
import type { Person, Prisma } from '../../../generated/client.js';
import { MailOutbox } from '../../../site/mail/mail-outbox.js';
import type { Origin } from '../origin.js';
import { PersonAudit } from '../person-audit.js';
import { OUTSIDE_PROVIDER, type OutsideProvider } from './outside-provider.js';

/** Who people are to the outside provider. */
@Injectable()
export class ProviderIdentities {
  constructor(
    private readonly prisma: PrismaService,
    private readonly outbox: MailOutbox,
    private readonly audit: PersonAudit,
    @Inject(OUTSIDE_PROVIDER) private readonly provider: OutsideProvider | null,
  ) {}

  async personOf(subject: string): Promise<Person | null> {
    const identity = await this.prisma.personIdentity.findUnique({
      where: { provider_subject: { provider: this.name, subject } },
      include: { person: true },
    });
    return identity?.person ?? null;
  }

  async isLinked(personId: string): Promise<boolean> {
    if (!this.provider) return false;
    return (await this.prisma.personIdentity.count({ where: { personId, provider: this.name } })) > 0;
  }

  /**
   * Does nothing when they are linked already. Fails with `resource.conflict` when the subject is somebody else's, or
   * the person another subject.
   */
  async link(person: Person, subject: string, origin: Origin): Promise<void> {
    await this.prisma.$transaction(async (tx) => {
      if (!(await this.insert(person, subject, tx))) return this.checkLinked(person, subject, tx);
      await this.audit.record('provider_linked', person, origin, tx);
      await this.outbox.add({ kind: 'provider-linked', recipient: person.email }, tx);
    });
  }

  /** False when person or subject is linked already. */
  async insert(person: Person, subject: string, tx: Prisma.TransactionClient): Promise<boolean> {
    const { count } = await tx.personIdentity.createMany({
      data: { provider: this.name, subject, personId: person.id },
      skipDuplicates: true,
    });
    return count === 1;
  }

  /** Fails with `resource.conflict` when it is the last way in. */
  async unlink(person: Person, origin: Origin): Promise<void> {
    if (person.passwordHash === null) throw conflict('This is your only way to sign in. Choose a password first.');
    await this.prisma.$transaction(async (tx) => {
      const { count } = await tx.personIdentity.deleteMany({ where: { personId: person.id, provider: this.name } });
      if (count === 0) return;
      await this.audit.record('provider_unlinked', person, origin, tx);
      await this.outbox.add({ kind: 'provider-unlinked', recipient: person.email }, tx);
    });
  }

  private async checkLinked({ id }: Person, subject: string, tx: Prisma.TransactionClient): Promise<void> {
    const own = await tx.personIdentity.count({ where: { personId: id, provider: this.name, subject } });
    if (own === 0) throw conflict('One of the two is linked already, with somebody else.');
  }

  private get name(): string {
    return this.provider?.name ?? '';
  }
}

const conflict = (message: string): AppError => new AppError({ code: 'resource.conflict', kind: 'conflict', message });
