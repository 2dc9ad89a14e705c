import { Controller, Delete, HttpCode, Req, UseGuards } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { PortalGuard } from '../../people/portal-access/portal.guard.js';
import { SessionCredentials } from '../../people/sessions/session-credentials.js';
import { SignInAge } from '../../people/sessions/sign-in-age.js';
import { ClientAddress } from '../../principals/client-address.js';
import { staleSignIn } from '../../principals/credentials.errors.js';
import { DeleteAccountHandler } from './delete-account.handler.js';

/** Deletes the account of who is signed in to the portal, after a sign-in of late. */
@Controller('portal/account')
@UseGuards(PortalGuard)
export class CloseAccountHttp {
  constructor(
    private readonly handler: DeleteAccountHandler,
    private readonly sessions: SessionCredentials,
    private readonly signIns: SignInAge,
    private readonly addresses: ClientAddress,
  ) {}

  @Delete()
  @HttpCode(204)
  async close(@Req() { raw, id: requestId }: FastifyRequest): Promise<void> {
    const principal = await this.sessions.authenticate(raw);
    if (!this.signIns.isFresh(principal)) throw staleSignIn();
    const address = this.addresses.of(raw);
    await this.handler.close({ ...principal, requestId, traceparent: null, address });
  }
}
