import { Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PageController } from '../../../site/pages/page-controller.decorator.js';
import { RequestedEmails } from '../requested-emails.js';
import { Origins } from '../origin.js';
import { Sessions } from '../sessions/sessions.js';
import { SignIns } from '../sign-ins.js';

/** Sends who is signed in a link to confirm the address with. */
@PageController()
export class RequestConfirmationHttp {
  constructor(
    private readonly sessions: Sessions,
    private readonly signIns: SignIns,
    private readonly mails: RequestedEmails,
    private readonly origins: Origins,
  ) {}

  @Post('email/confirm/send')
  async ask(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const person = await this.sessions.personOf(request);
    if (!person) return void (await reply.redirect(this.signIns.pageFor('/account'), 303));
    const waitSeconds = await this.mails.ask(
      { kind: 'email-confirmation', recipient: person.email },
      this.origins.of(request).address,
    );
    await reply.redirect(`/account?note=${waitSeconds > 0 ? 'too-many-mails' : 'mail-sent'}`, 303);
  }
}
