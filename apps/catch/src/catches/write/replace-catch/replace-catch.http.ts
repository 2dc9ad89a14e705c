import { CurrentCaller, type Requester } from '@cds/service-kit';
import { parseBody } from '@cds/validation';
import { Body, Controller, Headers, Param, Put, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { catchTag } from '../../read/catch-answer.js';
import type { CatchView } from '../../read/catch-view.js';
import { logCatchBody } from '../../rules/catch-schemas.js';
import { ReplaceCatchHandler } from './replace-catch.handler.js';

@Controller('v1/catches')
export class ReplaceCatchHttp {
  constructor(private readonly handler: ReplaceCatchHandler) {}

  @Put(':id')
  async replace(
    @Param('id') id: string,
    @Headers('if-match') ifMatch: string | undefined,
    @Body() body: unknown,
    @CurrentCaller() caller: Requester,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CatchView> {
    const replaced = await this.handler.execute({ id, caller, ifMatch }, () => parseBody(logCatchBody, body));
    reply.header('etag', catchTag(replaced));
    return replaced;
  }
}
