import { Body, Get, Post, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { field, tooMany } from '../../../../site/pages/form-parts.js';
import { returnToSchema } from '../../../../site/pages/local-path.js';
import { PageController } from '../../../../site/pages/page-controller.decorator.js';
import { sendPage } from '../../../../site/pages/page.js';
import { Attempts } from '../../attempts/attempts.js';
import { Origins } from '../../origin.js';
import { FailedSignIns } from '../../sign-in/failed-sign-ins.js';
import { SignInHandler } from '../../sign-in/sign-in.handler.js';
import { SignIns } from '../../sign-ins.js';
import { PasskeyProof } from '../passkeys/passkey-proof.js';
import { CodeCheck } from './code-check.js';
import { type PendingPerson, PendingSignIns } from './pending-sign-ins.js';
import { secondStepPage } from './second-step.pages.js';

const query = z.object({ returnTo: returnToSchema });
const codeBody = z.object({ code: field, returnTo: returnToSchema });
const passkeyBody = z.object({ answer: field, returnTo: returnToSchema });

type Problem = { readonly text: string; readonly status: number };

/** The second step of a sign-in, for who has a second factor. */
@PageController()
export class SecondStepHttp {
  constructor(
    private readonly pending: PendingSignIns,
    private readonly codes: CodeCheck,
    private readonly passkeys: PasskeyProof,
    private readonly handler: SignInHandler,
    private readonly signIns: SignIns,
    private readonly attempts: Attempts,
    private readonly failed: FailedSignIns,
    private readonly origins: Origins,
  ) {}

  @Get('signin/second-factor')
  async show(
    @Query({ schema: query }) { returnTo }: z.infer<typeof query>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const person = await this.pending.personOf(request);
    if (!person) return this.beginAgain(reply, returnTo);
    return this.send(request, reply, person, returnTo, null);
  }

  @Post('signin/second-factor')
  async checkCode(
    @Body({ schema: codeBody }) { code, returnTo }: z.infer<typeof codeBody>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const [person, origin] = [await this.pending.personOf(request), this.origins.of(request)];
    if (!person) return this.beginAgain(reply, returnTo);
    const checked = await this.codes.check(person, code, origin);
    if (checked.isRight) return this.finish(request, reply, person, returnTo);
    const { waitSeconds } = checked;
    if (waitSeconds === null) return this.send(request, reply, person, returnTo, WRONG_CODE);
    return this.refuse(request, reply, person, returnTo, waitSeconds);
  }

  @Post('signin/second-factor/passkey')
  async checkPasskey(
    @Body({ schema: passkeyBody }) { answer, returnTo }: z.infer<typeof passkeyBody>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const [person, origin] = [await this.pending.personOf(request), this.origins.of(request)];
    if (!person) return this.beginAgain(reply, returnTo);
    const waitSeconds = await this.attempts.tryFrom(origin.address);
    if (waitSeconds > 0) return this.refuse(request, reply, person, returnTo, waitSeconds);
    const proven = await this.passkeys.personOf(request, answer);
    if (proven?.id !== person.id) {
      await this.failed.record({ person, reason: 'wrong_passkey', origin });
      return this.send(request, reply, person, returnTo, WRONG_PASSKEY);
    }
    await this.attempts.tryWasRight(origin.address);
    return this.finish(request, reply, person, returnTo);
  }

  private async finish(
    request: FastifyRequest,
    reply: FastifyReply,
    person: PendingPerson,
    returnTo: string | null,
  ): Promise<void> {
    await reply.redirect(await this.handler.finish(request, person, this.origins.of(request), returnTo), 303);
  }

  private refuse(
    request: FastifyRequest,
    reply: FastifyReply,
    person: PendingPerson,
    returnTo: string | null,
    waitSeconds: number,
  ): Promise<void> {
    reply.header('retry-after', String(waitSeconds));
    return this.send(request, reply, person, returnTo, { text: tooMany(waitSeconds), status: 429 });
  }

  private async send(
    request: FastifyRequest,
    reply: FastifyReply,
    person: PendingPerson,
    returnTo: string | null,
    problem: Problem | null,
  ): Promise<void> {
    const passkey = await this.passkeys.options(request, person.id);
    return sendPage(reply, secondStepPage(reply, { email: person.email, returnTo, passkey, problem }));
  }

  private async beginAgain(reply: FastifyReply, returnTo: string | null): Promise<void> {
    await reply.redirect(this.signIns.pageFor(returnTo ?? '/account'), 303);
  }
}

const WRONG_CODE: Problem = {
  text:
    'This is not a code of yours, or it was used already. An authenticator app shows the next one within 30 ' +
    'seconds.',
  status: 401,
};
const WRONG_PASSKEY: Problem = { text: 'The passkey was not accepted. Try again, or use a code.', status: 401 };
