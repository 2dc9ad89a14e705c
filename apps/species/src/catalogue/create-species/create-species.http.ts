import { Idempotent } from '@cds/idempotency';
import { CurrentCaller, type Requester } from '@cds/service-kit';
import { acceptBody, parseBody } from '@cds/validation';
import { Body, Controller, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { createSpeciesBody } from '../species-fields.js';
import type { SpeciesView } from '../species-view.js';
import { CreateSpeciesHandler } from './create-species.handler.js';

@Controller('v1/species')
export class CreateSpeciesHttp {
  constructor(private readonly handler: CreateSpeciesHandler) {}

  @Post()
  @Idempotent()
  async create(
    @Body() body: unknown,
    @CurrentCaller() caller: Requester,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SpeciesView> {
    const created = await this.handler.execute(acceptBody(parseBody(createSpeciesBody, body)), caller);
    reply.headers(created.headers);
    return created.body;
  }
}
