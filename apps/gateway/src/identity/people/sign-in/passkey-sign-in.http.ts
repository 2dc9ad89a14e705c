import { Body, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { field } from '../../../site/pages/form-parts.js';
import { returnToSchema } from '../../../site/pages/local-path.js';
import { PageController } from '../../../site/pages/page-controller.decorator.js';
import { Attempts } from '../attempts/attempts.js';
import { Origins } from '../origin.js';
import { PasskeyProof } from '../second-factor/passkeys/passkey-proof.js';
import { FailedSignIns } from './failed-sign-ins.js';
import { SignInHandler } from './sign-in.handler.js';
import { SignInPages } from './sign-in-pages.js';

const body = z.object({ answer: field, returnTo: returnToSchema });

/** Signs in with a passkey alone: it is what somebody has, and its device has verified its owner. */
@PageController()
export class PasskeySignInHttp {
  constructor(
    private readonly passkeys: PasskeyProof,
    private readonly handler: SignInHandler,
    private readonly pages: SignInPages,
    private readonly attempts: Attempts,
    private readonly failed: FailedSignIns,
    private readonly origins: Origins,
  ) {}

  @Post('signin/passkey')
  async signIn(
    @Body({ schema: body }) { answer, returnTo }: z.infer<typeof body>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const origin = this.origins.of(request);
    const waitSeconds = await this.attempts.tryFrom(origin.address);
    if (waitSeconds > 0) return this.pages.sendThrottled(request, reply, { returnTo }, waitSeconds);
    const person = await this.passkeys.personOf(request, answer);
    if (!person) {
      await this.failed.record({ person: null, reason: 'wrong_passkey', origin });
      return this.pages.send(request, reply, { returnTo, problem: UNKNOWN, status: 401 });
    }
    await this.attempts.tryWasRight(origin.address);
    await reply.redirect(await this.handler.finish(request, person, origin, returnTo), 303);
  }
}

const UNKNOWN = 'The passkey is not registered here, or it took too long. Try again, or use your password.';
