import type { Caller } from '@cds/identity';
import { callerGoneSignal, CurrentCaller } from '@cds/service-kit';
import { type CursorEnvelope, cursorPageLinks, type FieldsQuery, mapPage, pickFields } from '@cds/listing';
import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ImportView } from '../import-view.js';
import { ImportQuery, type RejectedRow } from './import.query.js';
import {
  listImportsQuery,
  type ListImportsQuery,
  listRejectedQuery,
  type ListRejectedQuery,
  readImportQuery,
} from './import.schemas.js';

@Controller('v1/imports')
export class ImportHttp {
  constructor(private readonly imports: ImportQuery) {}

  @Get()
  async listImports(
    @Query({ schema: listImportsQuery }) query: ListImportsQuery,
    @CurrentCaller() { accountId }: Caller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CursorEnvelope<Partial<ImportView>>> {
    const page = await this.imports.list(query, { accountId, gone: callerGoneSignal(reply) });
    reply.header('link', cursorPageLinks(request.url, page));
    return mapPage(page, (view) => pickFields(view, query.fields));
  }

  @Get(':id')
  async readImport(
    @Param('id') id: string,
    @Query({ schema: readImportQuery }) { fields }: FieldsQuery,
    @CurrentCaller() caller: Caller,
  ): Promise<Partial<ImportView>> {
    return pickFields(await this.imports.one(id, caller), fields);
  }

  @Get(':id/rejected')
  async listRejected(
    @Param('id') id: string,
    @Query({ schema: listRejectedQuery }) query: ListRejectedQuery,
    @CurrentCaller() caller: Caller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CursorEnvelope<Partial<RejectedRow>>> {
    const page = await this.imports.rejected(id, query, caller);
    reply.header('link', cursorPageLinks(request.url, page));
    return mapPage(page, (row) => pickFields(row, query.fields));
  }
}
