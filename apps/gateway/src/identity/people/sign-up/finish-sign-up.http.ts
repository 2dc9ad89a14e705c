import { Body, Get, Post, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { field } from '../../../site/pages/form-parts.js';
import { PageController } from '../../../site/pages/page-controller.decorator.js';
import { sendPage } from '../../../site/pages/page.js';
import { badLinkPage } from '../mail-pages.js';
import { Origins } from '../origin.js';
import { passwordFault } from '../passwords/password-rules.js';
import { OneTimeTokens } from '../../../site/mail/one-time-tokens.js';
import { FinishSignUpHandler } from './finish-sign-up.handler.js';
import { finishSignUpPage } from './sign-up.pages.js';

const query = z.object({ token: field });
const body = z.object({ token: field, password: field });

/**
 * The second step of signing up, for who got its link by mail: only now is anything made, and whoever has the mailbox
 * chooses the password.
 */
@PageController()
export class FinishSignUpHttp {
  constructor(
    private readonly tokens: OneTimeTokens,
    private readonly handler: FinishSignUpHandler,
    private readonly origins: Origins,
  ) {}

  @Get('signup/finish')
  async show(@Query({ schema: query }) { token }: z.infer<typeof query>, @Res() reply: FastifyReply): Promise<void> {
    const found = await this.tokens.find('sign-up', token);
    if (!found) return sendPage(reply, badLinkPage('/signup'));
    return sendPage(reply, finishSignUpPage(reply, { email: found.email, token, problem: null, status: 200 }));
  }

  @Post('signup/finish')
  async finish(
    @Body({ schema: body }) { token, password }: z.infer<typeof body>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const found = await this.tokens.find('sign-up', token);
    if (!found) return sendPage(reply, badLinkPage('/signup'));
    const fault = passwordFault(password, found.email);
    if (fault)
      return sendPage(
        reply,
        finishSignUpPage(reply, { email: found.email, token, problem: `The password ${fault}.`, status: 400 }),
      );
    if (!(await this.handler.finish(token, password, this.origins.of(request))))
      return sendPage(reply, badLinkPage('/signup'));
    await reply.redirect('/signin?note=signed-up&returnTo=%2F', 303);
  }
}
