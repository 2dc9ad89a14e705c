import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { tooMany } from '../../../site/pages/form-parts.js';
import { sendPage } from '../../../site/pages/page.js';
import { OUTSIDE_PROVIDER, type OutsideProvider } from '../provider/outside-provider.js';
import { PasskeyProof } from '../second-factor/passkeys/passkey-proof.js';
import { signInPage, type SignInView } from './sign-in.pages.js';

/** Sends the page to sign in. */
@Injectable()
export class SignInPages {
  constructor(
    @Inject(OUTSIDE_PROVIDER) private readonly provider: OutsideProvider | null,
    private readonly passkeys: PasskeyProof,
  ) {}

  async send(request: FastifyRequest, reply: FastifyReply, view: Partial<SignInView>): Promise<void> {
    const passkey = await this.passkeys.options(request, null);
    const { provider } = this;
    const empty = { email: '', returnTo: null, note: null, problem: null, status: 200 };
    return sendPage(reply, signInPage(reply, { ...empty, provider, passkey, ...view }));
  }

  sendThrottled(
    request: FastifyRequest,
    reply: FastifyReply,
    view: Partial<SignInView>,
    waitSeconds: number,
  ): Promise<void> {
    reply.header('retry-after', String(waitSeconds));
    return this.send(request, reply, { ...view, problem: tooMany(waitSeconds), status: 429 });
  }
}
