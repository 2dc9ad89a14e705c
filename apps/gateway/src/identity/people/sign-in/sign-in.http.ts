import { Body, Get, Inject, Post, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { field, tooMany } from '../../../site/pages/form-parts.js';
import { returnToSchema } from '../../../site/pages/local-path.js';
import { PageController } from '../../../site/pages/page-controller.decorator.js';
import { sendPage } from '../../../site/pages/page.js';
import { Origins } from '../origin.js';
import { OUTSIDE_PROVIDER, type OutsideProvider } from '../provider/outside-provider.js';
import { PasswordCheck } from './password-check.js';
import { signInPage, type SignInView } from './sign-in.pages.js';
import { signInNoteSchema } from './sign-in-notes.js';
import { SignInHandler } from './sign-in.handler.js';

const query = z.object({ returnTo: returnToSchema, note: signInNoteSchema });
const body = z.object({ email: field, password: field, returnTo: returnToSchema });

/** The page to sign in with an e-mail address and a password. */
@PageController()
export class SignInHttp {
  constructor(
    private readonly passwords: PasswordCheck,
    private readonly handler: SignInHandler,
    private readonly origins: Origins,
    @Inject(OUTSIDE_PROVIDER) private readonly provider: OutsideProvider | null,
  ) {}

  @Get('signin')
  show(@Query({ schema: query }) { returnTo, note }: z.infer<typeof query>, @Res() reply: FastifyReply): Promise<void> {
    return this.send(reply, { returnTo, note });
  }

  @Post('signin')
  async signIn(
    @Body({ schema: body }) { email, password, returnTo }: z.infer<typeof body>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const origin = this.origins.of(request);
    const checked = await this.passwords.check({ email, password }, origin);
    if (checked.person) {
      await this.handler.signIn(request, checked.person, origin);
      return void (await reply.redirect(returnTo ?? '/account', 303));
    }
    if (checked.waitSeconds === null)
      return this.send(reply, {
        email,
        returnTo,
        problem: 'This is not the address and password of anybody here.',
        status: 401,
      });
    reply.header('retry-after', String(checked.waitSeconds));
    return this.send(reply, { email, returnTo, problem: tooMany(checked.waitSeconds), status: 429 });
  }

  private send(reply: FastifyReply, view: Partial<SignInView>): Promise<void> {
    return sendPage(
      reply,
      signInPage(reply, {
        email: '',
        returnTo: null,
        note: null,
        problem: null,
        status: 200,
        provider: this.provider,
        ...view,
      }),
    );
  }
}
