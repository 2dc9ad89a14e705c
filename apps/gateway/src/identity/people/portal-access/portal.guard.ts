import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CORS_HEADERS } from '../../../http/fixed-headers.js';
import { SessionCredentials } from '../sessions/session-credentials.js';

/**
 * Lets pages of the portal through, by the rules under which the API takes their cookie. Nobody else reads an answer.
 */
@Injectable()
export class PortalGuard implements CanActivate {
  constructor(private readonly sessions: SessionCredentials) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const reply = http.getResponse<FastifyReply>();
    for (const name of Object.keys(CORS_HEADERS)) reply.raw.removeHeader(name);
    reply.header('cache-control', 'no-store');
    await this.sessions.authenticate(http.getRequest<FastifyRequest>().raw);
    return true;
  }
}
