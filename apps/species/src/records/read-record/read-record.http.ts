import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { taggedView } from '../../catalogue/species-tag.js';
import { presentation, presentRecord } from '../record-presentation.js';
import type { RecordView } from '../record-view.js';
import { ReadRecordQuery } from './read-record.query.js';

export const readRecordQuery = z.strictObject(presentation);
type ReadRecordParameters = z.infer<typeof readRecordQuery>;

@Controller('v1/species')
export class ReadRecordHttp {
  constructor(private readonly record: ReadRecordQuery) {}

  @Get(':idOrSlug/records/:recordId')
  async read(
    @Param('idOrSlug') idOrSlug: string,
    @Param('recordId') recordId: string,
    @Query({ schema: readRecordQuery }) query: ReadRecordParameters,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Partial<RecordView>> {
    const { view, tag } = await this.record.execute(idOrSlug, recordId);
    reply.header('etag', taggedView(tag, view));
    return presentRecord(view, query);
  }
}
