import { Body, Get, Post, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { field } from '../../../site/pages/form-parts.js';
import { returnToSchema } from '../../../site/pages/local-path.js';
import { PageController } from '../../../site/pages/page-controller.decorator.js';
import { Origins } from '../origin.js';
import { PasswordCheck } from './password-check.js';
import { SignInPages } from './sign-in-pages.js';
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
    private readonly pages: SignInPages,
    private readonly origins: Origins,
  ) {}

  @Get('signin')
  show(
    @Query({ schema: query }) { returnTo, note }: z.infer<typeof query>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.pages.send(request, reply, { returnTo, note });
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
      const onwards = await this.handler.signIn(request, checked.person, origin, returnTo);
      return void (await reply.redirect(onwards, 303));
    }
    if (checked.waitSeconds !== null)
      return this.pages.sendThrottled(request, reply, { email, returnTo }, checked.waitSeconds);
    return this.pages.send(request, reply, { email, returnTo, problem: WRONG, status: 401 });
  }
}

const WRONG = 'The e-mail address or password is wrong.';
