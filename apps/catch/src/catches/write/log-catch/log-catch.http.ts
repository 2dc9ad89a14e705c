import { Idempotent } from '@cds/idempotency';
import { CurrentCaller, type Requester } from '@cds/service-kit';
import { parseBody } from '@cds/validation';
import { Body, Controller, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { createdCatch } from '../../read/catch-answer.js';
import type { CatchView } from '../../read/catch-view.js';
import { logCatchBody } from '../../rules/catch-schemas.js';
import { LogCatchHandler } from './log-catch.handler.js';

@Controller('v1/catches')
export class LogCatchHttp {
  constructor(private readonly handler: LogCatchHandler) {}

  @Post()
  @Idempotent()
  async log(
    @Body() body: unknown,
    @CurrentCaller() caller: Requester,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CatchView> {
    const logged = await this.handler.execute(parseBody(logCatchBody, body), caller);
    reply.headers(createdCatch(logged).headers);
    return logged;
  }
}
