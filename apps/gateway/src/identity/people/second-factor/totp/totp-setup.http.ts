import { Clock, SecretBox } from '@cds/service-kit';
import { Body, Get, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { field } from '../../../../site/pages/form-parts.js';
import { PageController } from '../../../../site/pages/page-controller.decorator.js';
import { sendPage } from '../../../../site/pages/page.js';
import { Origins } from '../../origin.js';
import type { SignedInPerson } from '../../sessions/sessions.js';
import { FactorChanges } from '../factor-changes.js';
import { FreshPeople } from '../fresh-people.js';
import { SecurityAnswers } from '../security-page/security-answers.js';
import { newTotpSecret, stepOfCode, typedCode } from './totp.js';
import { sealTotp } from './totp-seal.js';
import { totpSetupPage } from './totp-setup.pages.js';

const PATH = '/account/security/totp';
const SETUP_MS = 1_800_000;
const body = z.object({ code: field });

/** Sets up an authenticator app, in place of the one before. */
@PageController()
export class TotpSetupHttp {
  constructor(
    private readonly people: FreshPeople,
    private readonly changes: FactorChanges,
    private readonly answers: SecurityAnswers,
    private readonly origins: Origins,
    private readonly box: SecretBox,
    private readonly clock: Clock,
  ) {}

  @Get('account/security/totp')
  async show(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const person = await this.people.of(request, reply, PATH);
    if (person) await this.send(request, reply, person, null);
  }

  @Post('account/security/totp')
  async confirm(
    @Body({ schema: body }) { code }: z.infer<typeof body>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const person = await this.people.of(request, reply, PATH);
    if (!person) return;
    const secret = this.secretOf(request, person.id);
    // As when the page with the recovery codes is loaded again: the code is of a secret that is set up already.
    if (secret === null) return this.answers.back(reply, 'not-changed');
    const step = stepOfCode(secret, typedCode(code), this.clock.now());
    if (step === null) return this.send(request, reply, person, WRONG);
    const outcome = await this.store(request, person, secret, step);
    request.session.set('totpSetup', undefined);
    return this.answers.added(reply, outcome, 'totp-added');
  }

  private store(request: FastifyRequest, person: SignedInPerson, secret: string, step: number) {
    const { id: personId } = person;
    const values = { sealed: sealTotp(this.box, personId, secret), lastStep: step, createdAt: this.clock.now() };
    return this.changes.make(request, person, {
      action: 'totp_added',
      mail: 'second-factor-added',
      origin: this.origins.of(request),
      apply: async (tx) => {
        await tx.personTotp.upsert({ where: { personId }, create: { personId, ...values }, update: values });
        return true;
      },
    });
  }

  private send(
    request: FastifyRequest,
    reply: FastifyReply,
    { id: personId, email }: SignedInPerson,
    problem: string | null,
  ): Promise<void> {
    const secret = this.secretOf(request, personId) ?? newTotpSecret();
    const expiresAt = this.clock.now().getTime() + SETUP_MS;
    request.session.set('totpSetup', { secret, personId, expiresAt });
    return sendPage(reply, totpSetupPage(reply, { email, secret, problem }));
  }

  /** The secret that this browser was shown; null for none, one of somebody else, and one that is too old. */
  private secretOf(request: FastifyRequest, personId: string): string | null {
    const setup = request.session.get('totpSetup');
    return setup?.personId === personId && setup.expiresAt > this.clock.now().getTime() ? setup.secret : null;
  }
}

const WRONG =
  'This is not the code that the app shows now. Look whether the clock of the device is right, and send the newest ' +
  'code.';
