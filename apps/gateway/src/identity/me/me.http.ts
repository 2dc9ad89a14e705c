import { Controller, Get } from '@nestjs/common';
import { CurrentPrincipal } from '../principals/current-principal.decorator.js';
import type { Principal } from '../principals/principal.js';

/** Tells a caller who it is. */
@Controller('v1/me')
export class MeHttp {
  @Get()
  me(@CurrentPrincipal() { accountId, accountName, credentialId, credential, scopes }: Principal): object {
    return {
      account: { id: accountId, name: accountName },
      credential: { type: credential.type, id: credentialId, name: credential.name },
      scopes,
    };
  }
}
