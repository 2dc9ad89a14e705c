import { Body, Get, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { field, tooMany } from '../../../site/pages/form-parts.js';
import { PageController } from '../../../site/pages/page-controller.decorator.js';
import { sendPage } from '../../../site/pages/page.js';
import { emailSchema } from '../email.js';
import { mailSentPage } from '../mail-pages.js';
import { Origins } from '../origin.js';
import { PasswordForgotHandler } from './password-forgot.handler.js';
import { forgotPage } from './password-reset.pages.js';

const body = z.object({ email: field });

/** Asks for a link to a new password: one answer and one amount of work for every address, known or not. */
@PageController()
export class PasswordForgotHttp {
  constructor(
    private readonly forgotten: PasswordForgotHandler,
    private readonly origins: Origins,
  ) {}

  @Get('password/forgot')
  show(@Res() reply: FastifyReply): Promise<void> {
    return sendPage(reply, forgotPage(reply, { email: '', problem: null, status: 200 }));
  }

  @Post('password/forgot')
  async ask(
    @Body({ schema: body }) typed: z.infer<typeof body>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const email = emailSchema.safeParse(typed.email);
    if (!email.success)
      return sendPage(reply, forgotPage(reply, { ...typed, problem: 'This is not an e-mail address.', status: 400 }));
    const origin = this.origins.of(request);
    const waitSeconds = await this.forgotten.request(email.data, origin);
    if (waitSeconds > 0) {
      reply.header('retry-after', String(waitSeconds));
      return sendPage(reply, forgotPage(reply, { ...typed, problem: tooMany(waitSeconds), status: 429 }));
    }
    return sendPage(reply, mailSentPage(email.data));
  }
}
