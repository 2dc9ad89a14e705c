import { Body, Get, Post, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { field } from '../../../site/pages/form-parts.js';
import { PageController } from '../../../site/pages/page-controller.decorator.js';
import { sendPage } from '../../../site/pages/page.js';
import { badLinkPage } from '../mail-pages.js';
import { Origins } from '../origin.js';
import { passwordFault } from '../passwords/password-rules.js';
import { Sessions } from '../sessions/sessions.js';
import { OneTimeTokens } from '../../../site/mail/one-time-tokens.js';
import { PasswordResetHandler } from './password-reset.handler.js';
import { resetPage } from './password-reset.pages.js';

const query = z.object({ token: field });
const body = z.object({ token: field, password: field });

/** Where the link of a reset leads to. */
@PageController()
export class PasswordResetHttp {
  constructor(
    private readonly tokens: OneTimeTokens,
    private readonly handler: PasswordResetHandler,
    private readonly sessions: Sessions,
    private readonly origins: Origins,
  ) {}

  @Get('password/reset')
  async show(@Query({ schema: query }) { token }: z.infer<typeof query>, @Res() reply: FastifyReply): Promise<void> {
    const found = await this.tokens.find('password-reset', token);
    if (!found) return sendPage(reply, badLinkPage('/password/forgot'));
    return sendPage(reply, resetPage(reply, { email: found.email, token, problem: null, status: 200 }));
  }

  @Post('password/reset')
  async reset(
    @Body({ schema: body }) { token, password }: z.infer<typeof body>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const found = await this.tokens.find('password-reset', token);
    if (!found) return sendPage(reply, badLinkPage('/password/forgot'));
    const fault = passwordFault(password, found.email);
    if (fault)
      return sendPage(
        reply,
        resetPage(reply, { email: found.email, token, problem: `The password ${fault}.`, status: 400 }),
      );
    if (!(await this.handler.reset(token, password, this.origins.of(request))))
      return sendPage(reply, badLinkPage('/password/forgot'));
    await this.sessions.end(request);
    await reply.redirect('/signin?note=password-reset', 303);
  }
}
