import { Body, Post, Req, Res } from '@nestjs/common';
import { shownName } from '@cds/validation';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { field } from '../../../../site/pages/form-parts.js';
import { PageController } from '../../../../site/pages/page-controller.decorator.js';
import { Origins } from '../../origin.js';
import { FactorChanges } from '../factor-changes.js';
import { FreshPeople } from '../fresh-people.js';
import { SecurityAnswers } from '../security-page/security-answers.js';
import { PasskeyRegistration } from './passkey-registration.js';

const body = z.object({ name: field, answer: field });

const nameSchema = z.string().trim().pipe(shownName(60)).catch('Passkey');

/** Adds a passkey. */
@PageController()
export class PasskeySetupHttp {
  constructor(
    private readonly people: FreshPeople,
    private readonly changes: FactorChanges,
    private readonly passkeys: PasskeyRegistration,
    private readonly answers: SecurityAnswers,
    private readonly origins: Origins,
  ) {}

  @Post('account/security/passkeys')
  async add(
    @Body({ schema: body }) { name, answer }: z.infer<typeof body>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const person = await this.people.of(request, reply, '/account/security');
    if (!person) return;
    const passkey = await this.passkeys.verified(request, person.id, answer);
    request.session.set('registerChallenge', undefined);
    if (!passkey) return this.answers.back(reply, 'not-changed');
    const outcome = await this.changes.make(request, person, {
      action: 'passkey_added',
      mail: 'second-factor-added',
      origin: this.origins.of(request),
      apply: (tx) => this.passkeys.store(passkey, nameSchema.parse(name), tx),
    });
    return this.answers.added(reply, outcome, 'passkey-added');
  }
}
