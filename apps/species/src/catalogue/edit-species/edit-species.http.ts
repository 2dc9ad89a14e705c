import { CurrentCaller, type Requester } from '@cds/service-kit';
import { parseBody } from '@cds/validation';
import { Body, Controller, Headers, Param, Patch, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { editSpeciesBody } from '../species-fields.js';
import { taggedView } from '../species-tag.js';
import type { SpeciesView } from '../species-view.js';
import { EditSpeciesHandler } from './edit-species.handler.js';

@Controller('v1/species')
export class EditSpeciesHttp {
  constructor(private readonly handler: EditSpeciesHandler) {}

  @Patch(':idOrSlug')
  async edit(
    @Param('idOrSlug') idOrSlug: string,
    @Headers('if-match') ifMatch: string | undefined,
    @Body() body: unknown,
    @CurrentCaller() caller: Requester,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SpeciesView> {
    const readPatch = () => parseBody(editSpeciesBody, body);
    const { view, tag } = await this.handler.execute(idOrSlug, readPatch, caller, ifMatch);
    reply.header('etag', taggedView(tag, view));
    return view;
  }
}
