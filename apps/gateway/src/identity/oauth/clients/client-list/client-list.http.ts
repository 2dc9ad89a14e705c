import type { Caller } from '@cds/identity';
import { CurrentCaller, entityTagOf } from '@cds/service-kit';
import { type CursorEnvelope, cursorPageLinks, type FieldsQuery, mapPage, pickFields } from '@cds/listing';
import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AccountListQuery } from '../../account-list.js';
import { type ClientView, clientView } from '../client-view.js';
import { Clients } from '../clients.js';
import { ClientListQuery } from './client-list.query.js';
import { listClientsQuery, readClientQuery } from './client-list.schemas.js';

@Controller('v1/oauth-clients')
export class ClientListHttp {
  constructor(
    private readonly list: ClientListQuery,
    private readonly clients: Clients,
  ) {}

  @Get()
  async listClients(
    @Query({ schema: listClientsQuery }) query: AccountListQuery,
    @CurrentCaller() caller: Caller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CursorEnvelope<Partial<ClientView>>> {
    const page = await this.list.execute(query, caller);
    reply.header('link', cursorPageLinks(request.url, page));
    return mapPage(page, (view) => pickFields(view, query.fields));
  }

  @Get(':id')
  async readClient(
    @Param('id') id: string,
    @Query({ schema: readClientQuery }) { fields }: FieldsQuery,
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Partial<ClientView>> {
    const view = clientView(await this.clients.find(id, caller));
    // Of the whole client: it goes into If-Match, whatever part is shown.
    reply.header('etag', entityTagOf(view));
    return pickFields(view, fields);
  }
}
