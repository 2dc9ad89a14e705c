import { CurrentCaller, type Requester } from '@cds/service-kit';
import { parseBody } from '@cds/validation';
import { Body, Controller, Headers, Param, Patch, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { catchTag } from '../../read/catch-answer.js';
import type { CatchView } from '../../read/catch-view.js';
import { editCatchBody } from '../../rules/catch-schemas.js';
import { EditCatchHandler } from './edit-catch.handler.js';

@Controller('v1/catches')
export class EditCatchHttp {
  constructor(private readonly handler: EditCatchHandler) {}

  @Patch(':id')
  async edit(
    @Param('id') id: string,
    @Headers('if-match') ifMatch: string | undefined,
    @Body() body: unknown,
    @CurrentCaller() caller: Requester,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CatchView> {
    const edited = await this.handler.execute({ id, caller, ifMatch }, () => parseBody(editCatchBody, body));
    reply.header('etag', catchTag(edited));
    return edited;
  }
}
