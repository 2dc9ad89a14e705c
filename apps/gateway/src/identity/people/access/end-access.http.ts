import { Body, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { field } from '../../../site/pages/form-parts.js';
import { PageController } from '../../../site/pages/page-controller.decorator.js';
import { Origins } from '../origin.js';
import { Sessions, type SignedInPerson } from '../sessions/sessions.js';
import { EndAccessHandler } from './end-access.handler.js';

const sessionBody = z.object({ session: field });
const appBody = z.object({ grant: field });

/** Ends what the account's page lists. */
@PageController()
export class EndAccessHttp {
  constructor(
    private readonly sessions: Sessions,
    private readonly handler: EndAccessHandler,
    private readonly origins: Origins,
  ) {}

  /** Without a session, every one but this browser's. */
  @Post('account/sessions/end')
  async endSession(
    @Body({ schema: sessionBody }) { session }: z.infer<typeof sessionBody>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.forPerson(request, reply, 'session-ended', (person) => {
      const which = session === '' ? { kept: this.sessions.hashOf(request) ?? '' } : { id: session };
      return this.handler.endSessions(person, which, this.origins.of(request));
    });
  }

  @Post('account/apps/end')
  async endApp(
    @Body({ schema: appBody }) { grant }: z.infer<typeof appBody>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.forPerson(request, reply, 'app-ended', (person) =>
      this.handler.endGrant(person, grant, this.origins.of(request)),
    );
  }

  private async forPerson(
    request: FastifyRequest,
    reply: FastifyReply,
    note: 'session-ended' | 'app-ended',
    end: (person: SignedInPerson) => Promise<void>,
  ): Promise<void> {
    const person = await this.sessions.personOf(request);
    if (!person) return void (await reply.redirect('/signin', 303));
    await end(person);
    await reply.redirect(`/account?note=${note}`, 303);
  }
}
