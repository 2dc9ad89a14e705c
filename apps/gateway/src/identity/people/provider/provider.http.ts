import { AppError } from '@cds/errors';
import { Body, Get, Inject, Post, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { field } from '../../../site/pages/form-parts.js';
import { returnToSchema } from '../../../site/pages/local-path.js';
import { PageController } from '../../../site/pages/page-controller.decorator.js';
import { Origins } from '../origin.js';
import { Sessions } from '../sessions/sessions.js';
import { PasswordCheck } from '../sign-in/password-check.js';
import { ProviderArrivalHandler } from './provider-arrival.handler.js';
import { ProviderIdentities } from './provider-identities.js';
import { ProviderSignIn } from './provider-sign-in.js';
import type { AttemptAim } from './session-state-store.js';

const body = z.object({ returnTo: returnToSchema });
const linkBody = z.object({ password: field });
/** The strategy reads them by itself. */
const anyQuery = z.object({});

/** Signing in through the outside provider, and linking with it. */
@PageController()
export class ProviderHttp {
  constructor(
    @Inject(ProviderSignIn) private readonly provider: ProviderSignIn | null,
    private readonly arrivals: ProviderArrivalHandler,
    private readonly identities: ProviderIdentities,
    private readonly sessions: Sessions,
    private readonly passwords: PasswordCheck,
    private readonly origins: Origins,
  ) {}

  @Post('signin/provider')
  async begin(
    @Body({ schema: body }) { returnTo }: z.infer<typeof body>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.leave(request, reply, { returnTo, linkTo: null });
  }

  /** Asks for the password again: a session that somebody else got hold of must not become a way in that stays. */
  @Post('account/provider/link')
  async link(
    @Body({ schema: linkBody }) { password }: z.infer<typeof linkBody>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const person = await this.sessions.personOf(request);
    if (!person) return void (await reply.redirect('/signin', 303));
    const checked = await this.passwords.check({ email: person.email, password }, this.origins.of(request));
    if (!checked.person)
      return void (await reply.redirect(
        `/account?note=${checked.waitSeconds === null ? 'wrong-password' : 'too-many-guesses'}`,
        303,
      ));
    await this.leave(request, reply, { returnTo: null, linkTo: person.id });
  }

  @Post('account/provider/unlink')
  async unlink(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const person = await this.sessions.personOf(request);
    if (!person) return void (await reply.redirect('/signin', 303));
    await this.identities.unlink(person, this.origins.of(request));
    await reply.redirect('/account?note=unlinked', 303);
  }

  /** A GET that signs somebody in, as OAuth 2.0 has it: `state` tells that this browser asked for it by a form. */
  @Get('signin/provider/callback')
  async comeBack(
    @Query({ schema: anyQuery }) _query: object,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const arrived = await this.known().finish(request);
    if (!arrived) throw brokenOff();
    const { person, aim } = arrived;
    if (aim.linkTo !== null) return this.finishLink(request, reply, person.subject, aim.linkTo);
    const onwards = await this.arrivals.arrive(request, person, this.origins.of(request), aim.returnTo);
    const link = new URLSearchParams({ note: 'link', ...(aim.returnTo !== null && { returnTo: aim.returnTo }) });
    await reply.redirect(onwards ?? `/signin?${link.toString()}`, 303);
  }

  private async finishLink(
    request: FastifyRequest,
    reply: FastifyReply,
    subject: string,
    personId: string,
  ): Promise<void> {
    const person = await this.sessions.personOf(request);
    if (person?.id !== personId) throw brokenOff();
    await this.identities.link(person, subject, this.origins.of(request));
    await reply.redirect('/account?note=linked', 303);
  }

  private async leave(request: FastifyRequest, reply: FastifyReply, aim: AttemptAim): Promise<void> {
    await reply.redirect(await this.known().begin(request, aim), 303);
  }

  private known(): ProviderSignIn {
    if (!this.provider)
      throw new AppError({
        code: 'route.not_found',
        kind: 'not-found',
        message: 'No outside provider is set up here.',
      });
    return this.provider;
  }
}

const brokenOff = (): AppError =>
  new AppError({
    code: 'form.stale',
    kind: 'forbidden',
    message:
      'The sign-in at the provider was broken off, took too long, or began in another browser. Try ' +
      'again from the page to sign in.',
  });
