import { Idempotent } from '@cds/idempotency';
import { CurrentCaller, type Requester } from '@cds/service-kit';
import { acceptBody, parseBody } from '@cds/validation';
import { Body, Controller, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { AnglerView } from '../../angler-lookup/angler-view.js';
import { addAnglerBody } from '../angler-schemas.js';
import { addedAngler, AddAnglerHandler } from './add-angler.handler.js';

@Controller('v1/anglers')
export class AddAnglerHttp {
  constructor(private readonly handler: AddAnglerHandler) {}

  @Post()
  @Idempotent()
  async add(
    @Body() body: unknown,
    @CurrentCaller() caller: Requester,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AnglerView> {
    const added = await this.handler.execute(acceptBody(parseBody(addAnglerBody, body)), caller);
    reply.headers(addedAngler(added).headers);
    return added;
  }
}
