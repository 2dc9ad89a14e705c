import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { PrismaService } from '../../../database/prisma.service.js';
import type { Person } from '../../../generated/client.js';
import type { Origin } from '../origin.js';
import { PasswordChanges } from '../passwords/password-changes.js';
import { hashPassword } from '../passwords/passwords.js';
import { PersonAudit } from '../person-audit.js';
import { Sessions } from '../sessions/sessions.js';

/** Changes a password; this browser alone stays signed in, under a new session. */
@Injectable()
export class PasswordChangeHandler {
  constructor(
    private readonly prisma: PrismaService,
    private readonly changes: PasswordChanges,
    private readonly sessions: Sessions,
    private readonly audit: PersonAudit,
  ) {}

  async change(request: FastifyRequest, { id }: Person, password: string, origin: Origin): Promise<void> {
    const passwordHash = await hashPassword(password);
    await this.prisma.$transaction(async (tx) => {
      const person = await this.changes.set(id, passwordHash, tx);
      await this.audit.record('password_changed', person, origin, tx);
      await this.sessions.start(request, person, tx);
    });
  }
}
