import { readFileSync } from 'node:fs';
import { Controller, Get, Header, HttpCode, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { wantsPage } from '../pages/wants-page.js';
import { PORTAL_PAGE, sendPortal } from '../portal/portal-page.js';

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

const OVERVIEW = {
  name: 'Catch Data Service',
  version,
  base: '/api/v1',
  docs: '/docs',
  openapi: '/openapi.json',
  asyncapi: '/asyncapi.json',
  problems: '/problems',
};

/** What is here, for the person who opens the bare origin: the portal. A program gets an overview. */
@Controller()
export class HomeHttp {
  @Get()
  home(@Req() request: FastifyRequest, @Res() reply: FastifyReply): FastifyReply {
    if (PORTAL_PAGE && wantsPage(request.raw)) return sendPortal(reply, PORTAL_PAGE);
    return reply.header('vary', 'Accept').send(OVERVIEW);
  }

  /** Browsers ask for it by themselves: there is none. */
  @Get('favicon.ico')
  @HttpCode(204)
  @Header('cache-control', 'public, max-age=86400')
  icon(): void {
    return undefined;
  }
}
