import { Body, Get, Post, Req, Res } from '@nestjs/common';
import { shownName } from '@cds/validation';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { field, tooMany } from '../../../site/pages/form-parts.js';
import { PageController } from '../../../site/pages/page-controller.decorator.js';
import { sendPage } from '../../../site/pages/page.js';
import { RequestedEmails } from '../requested-emails.js';
import { emailSchema } from '../email.js';
import { mailSentPage } from '../mail-pages.js';
import { Origins } from '../origin.js';
import { signUpPage, type SignUpView } from './sign-up.pages.js';

const body = z.object({ name: field, email: field });
const nameSchema = z.string().trim().pipe(shownName(200));

/** The first step of signing up: who has the address is sent the second. */
@PageController()
export class SignUpHttp {
  constructor(
    private readonly mails: RequestedEmails,
    private readonly origins: Origins,
  ) {}

  @Get('signup')
  show(@Res() reply: FastifyReply): Promise<void> {
    return this.send(reply, {});
  }

  @Post('signup')
  async signUp(
    @Body({ schema: body }) typed: z.infer<typeof body>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const [name, email] = [nameSchema.safeParse(typed.name), emailSchema.safeParse(typed.email)];
    if (!name.success)
      return this.send(reply, {
        ...typed,
        problem: 'The name must have 1 to 200 characters, none of them a control.',
        status: 400,
      });
    if (!email.success) return this.send(reply, { ...typed, problem: 'This is not an e-mail address.', status: 400 });
    const waitSeconds = await this.mails.ask(
      { kind: 'sign-up', recipient: email.data, accountName: name.data },
      this.origins.of(request).address,
    );
    if (waitSeconds === 0) return sendPage(reply, mailSentPage(email.data));
    reply.header('retry-after', String(waitSeconds));
    return this.send(reply, { ...typed, problem: tooMany(waitSeconds), status: 429 });
  }

  private send(reply: FastifyReply, view: Partial<SignUpView>): Promise<void> {
    return sendPage(reply, signUpPage(reply, { name: '', email: '', problem: null, status: 200, ...view }));
  }
}
