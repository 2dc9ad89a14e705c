import { Body, Get, Inject, Post, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { field } from '../../../../site/pages/form-parts.js';
import { PageController } from '../../../../site/pages/page-controller.decorator.js';
import { sendPage } from '../../../../site/pages/page.js';
import { Origins } from '../../origin.js';
import { AdminPolicy } from '../admin-policy.js';
import { FactorChanges } from '../factor-changes.js';
import { FreshPeople } from '../fresh-people.js';
import { PasskeyRegistration } from '../passkeys/passkey-registration.js';
import { RELYING_PARTY, type RelyingParty } from '../passkeys/relying-party.js';
import { RecoveryCodes } from '../recovery-codes/recovery-codes.js';
import { recoveryCodesPage } from '../recovery-codes/recovery-codes.pages.js';
import { SecondFactorsQuery } from '../second-factors.js';
import { SecurityAnswers } from './security-answers.js';
import { type SecurityNote, securityNoteSchema } from './security-notes.js';
import { securityPage } from './security.pages.js';

const PATH = '/account/security';
const query = z.object({ note: securityNoteSchema });
const passkeyBody = z.object({ passkey: field });
const codesBody = z.object({ replaces: field });

/** With what somebody proves who they are beside a password, and how they change it. */
@PageController()
export class SecurityHttp {
  constructor(
    private readonly people: FreshPeople,
    private readonly factors: SecondFactorsQuery,
    private readonly passkeys: PasskeyRegistration,
    private readonly changes: FactorChanges,
    private readonly codes: RecoveryCodes,
    private readonly answers: SecurityAnswers,
    private readonly adminPolicy: AdminPolicy,
    private readonly origins: Origins,
    @Inject(RELYING_PARTY) private readonly party: RelyingParty | null,
  ) {}

  @Get('account/security')
  async show(
    @Query({ schema: query }) { note }: z.infer<typeof query>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const person = await this.people.of(request, reply, PATH);
    if (!person) return;
    const factors = await this.factors.of(person.id);
    const registration = await this.passkeys.options(request, person);
    const lacksFactor = this.adminPolicy.lacksFactor(person);
    const view = { factors, registration, note, lacksFactor, hasPasskeys: this.party !== null };
    return sendPage(reply, securityPage(reply, view));
  }

  @Post('account/security/totp/remove')
  async removeTotp(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const person = await this.people.of(request, reply, PATH);
    if (!person) return;
    const { isChanged } = await this.changes.make(request, person, {
      action: 'totp_removed',
      mail: 'second-factor-removed',
      origin: this.origins.of(request),
      apply: async (tx) => (await tx.personTotp.deleteMany({ where: { personId: person.id } })).count > 0,
    });
    return this.answers.back(reply, isChanged ? 'totp-removed' : 'not-changed');
  }

  @Post('account/security/passkeys/remove')
  async removePasskey(
    @Body({ schema: passkeyBody }) { passkey: id }: z.infer<typeof passkeyBody>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const person = await this.people.of(request, reply, PATH);
    if (!person) return;
    const { isChanged } = await this.changes.make(request, person, {
      action: 'passkey_removed',
      mail: 'second-factor-removed',
      origin: this.origins.of(request),
      apply: async (tx) => (await tx.passkey.deleteMany({ where: { id, personId: person.id } })).count > 0,
    });
    return this.answers.back(reply, isChanged ? 'passkey-removed' : 'not-changed');
  }

  @Post('account/security/recovery-codes')
  async renewCodes(
    @Body({ schema: codesBody }) { replaces }: z.infer<typeof codesBody>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const person = await this.people.of(request, reply, PATH);
    if (!person) return;
    let made = null as string[] | null;
    let refusal: SecurityNote = 'not-changed';
    await this.changes.make(request, person, {
      action: 'recovery_codes_made',
      mail: 'recovery-codes-made',
      origin: this.origins.of(request),
      apply: async (tx) => {
        const { secondFactorSince } = await tx.person.findUniqueOrThrow({ where: { id: person.id } });
        if (secondFactorSince === null) return false;
        refusal = 'codes-kept';
        made = await this.codes.renewNamed(replaces, person.id, tx);
        return made !== null;
      },
    });
    return made ? sendPage(reply, recoveryCodesPage(made)) : this.answers.back(reply, refusal);
  }
}
