import { Get, Inject, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { PageController } from '../../../site/pages/page-controller.decorator.js';
import { sendPage } from '../../../site/pages/page.js';
import { AccessQuery } from '../access/access.query.js';
import { AdminPolicy } from '../second-factor/admin-policy.js';
import { OUTSIDE_PROVIDER, type OutsideProvider } from '../provider/outside-provider.js';
import { ProviderIdentities } from '../provider/provider-identities.js';
import { Sessions } from '../sessions/sessions.js';
import { SignIns } from '../sign-ins.js';
import { accountNoteSchema } from './account-notes.js';
import { accountPage } from './account.pages.js';

const query = z.object({ note: accountNoteSchema });

/** Who is signed in, and what they can do about it. */
@PageController()
export class AccountHttp {
  constructor(
    private readonly sessions: Sessions,
    private readonly signIns: SignIns,
    private readonly identities: ProviderIdentities,
    private readonly access: AccessQuery,
    private readonly adminPolicy: AdminPolicy,
    @Inject(OUTSIDE_PROVIDER) private readonly provider: OutsideProvider | null,
  ) {}

  @Get('account')
  async show(
    @Query({ schema: query }) { note }: z.infer<typeof query>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const person = await this.sessions.personOf(request);
    if (!person) return void (await reply.redirect(this.signIns.pageFor('/account'), 303));
    const { id, email, account, emailConfirmedAt, passwordHash, secondFactorSince } = person;
    const view = {
      accountName: account.name,
      email,
      isConfirmed: emailConfirmedAt !== null,
      hasPassword: passwordHash !== null,
      hasSecondFactor: secondFactorSince !== null,
      lacksFactor: this.adminPolicy.lacksFactor(person),
      note,
      provider: this.provider,
      ownSession: this.sessions.hashOf(request),
    };
    const [isLinked, access] = await Promise.all([this.identities.isLinked(id), this.access.of(id)]);
    return sendPage(reply, accountPage(reply, { ...view, isLinked, access }));
  }
}
