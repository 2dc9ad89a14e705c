import { Body, Get, Post, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { field } from '../../../site/pages/form-parts.js';
import { PageController } from '../../../site/pages/page-controller.decorator.js';
import { sendPage } from '../../../site/pages/page.js';
import { badLinkPage } from '../mail-pages.js';
import { Origins } from '../origin.js';
import { OneTimeTokens } from '../../../site/mail/one-time-tokens.js';
import { ConfirmEmailHandler } from './confirm-email.handler.js';
import { emailConfirmationPage, emailConfirmedPage } from './email-confirmation.pages.js';

const part = z.object({ token: field });

/**
 * Where the link of a confirmation leads to. Opening it does nothing yet: programs that look through mails open links
 * too.
 */
@PageController()
export class EmailConfirmationHttp {
  constructor(
    private readonly tokens: OneTimeTokens,
    private readonly handler: ConfirmEmailHandler,
    private readonly origins: Origins,
  ) {}

  @Get('email/confirm')
  async show(@Query({ schema: part }) { token }: z.infer<typeof part>, @Res() reply: FastifyReply): Promise<void> {
    const found = await this.tokens.find('email-confirmation', token);
    return sendPage(
      reply,
      found ? emailConfirmationPage(reply, { email: found.email, token }) : badLinkPage('/account'),
    );
  }

  @Post('email/confirm')
  async confirm(
    @Body({ schema: part }) { token }: z.infer<typeof part>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const email = await this.handler.confirm(token, this.origins.of(request));
    return sendPage(reply, email === null ? badLinkPage('/account') : emailConfirmedPage(email));
  }
}
