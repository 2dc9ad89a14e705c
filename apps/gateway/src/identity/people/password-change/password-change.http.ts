import { Body, Get, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { field, tooMany } from '../../../site/pages/form-parts.js';
import { PageController } from '../../../site/pages/page-controller.decorator.js';
import { sendPage } from '../../../site/pages/page.js';
import { Origins } from '../origin.js';
import { passwordFault } from '../passwords/password-rules.js';
import { FreshPeople } from '../second-factor/fresh-people.js';
import { Sessions, type SignedInPerson } from '../sessions/sessions.js';
import { PasswordCheck } from '../sign-in/password-check.js';
import { SignIns } from '../sign-ins.js';
import { PasswordChangeHandler } from './password-change.handler.js';
import { passwordChangePage } from './password-change.pages.js';

const PATH = '/password/change';
const body = z.object({ current: field, password: field });

/** A new password for who is signed in and knows the old one. */
@PageController()
export class PasswordChangeHttp {
  constructor(
    private readonly sessions: Sessions,
    private readonly signIns: SignIns,
    private readonly freshPeople: FreshPeople,
    private readonly passwords: PasswordCheck,
    private readonly handler: PasswordChangeHandler,
    private readonly origins: Origins,
  ) {}

  @Get('password/change')
  async show(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const person = await this.personOf(request, reply);
    if (!person) return;
    return sendPage(reply, passwordChangePage(reply, { email: person.email, problem: null, status: 200 }));
  }

  @Post('password/change')
  async change(
    @Body({ schema: body }) { current, password }: z.infer<typeof body>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const signedIn = await this.personOf(request, reply);
    if (!signedIn) return;
    const { email } = signedIn;
    const refuse = (problem: string, status: number): Promise<void> =>
      sendPage(reply, passwordChangePage(reply, { email, problem, status }));
    const fault = passwordFault(password, email);
    if (fault) return refuse(`The password ${fault}.`, 400);
    const origin = this.origins.of(request);
    const checked = await this.passwords.check({ email, password: current }, origin);
    if (checked.person) {
      await this.handler.change(request, checked.person, password, origin);
      return void (await reply.redirect('/account?note=password-changed', 303));
    }
    if (checked.waitSeconds === null) return refuse('The current password is not this one.', 403);
    reply.header('retry-after', String(checked.waitSeconds));
    return refuse(tooMany(checked.waitSeconds), 429);
  }

  /** Who is signed in: lately, for who has a second factor, which this page does not ask for. */
  private async personOf(request: FastifyRequest, reply: FastifyReply): Promise<SignedInPerson | null> {
    const person = await this.sessions.personOf(request);
    if (person?.secondFactorSince) return this.freshPeople.of(request, reply, PATH);
    if (!person) await reply.redirect(this.signIns.pageFor(PATH), 303);
    return person;
  }
}
