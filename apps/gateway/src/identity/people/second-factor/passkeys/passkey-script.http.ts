import { Controller, Get, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { PASSKEY_SCRIPT_TEXT } from './passkey-form.js';

/** The script of the pages that ask for passkeys. */
@Controller()
export class PasskeyScriptHttp {
  // A page of another release names another file; this one does for it as well.
  @Get('passkeys/:file')
  async script(@Res() reply: FastifyReply): Promise<void> {
    await reply
      .headers({
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      })
      .send(PASSKEY_SCRIPT_TEXT);
  }
}
