import { Readable } from 'node:stream';
import { hasCode } from '@cds/errors';
import type { Caller } from '@cds/identity';
import { CurrentCaller, isKnownTag } from '@cds/service-kit';
import { Controller, Get, Param, Req, Res, StreamableFile } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ByteRange } from '@cds/storage';
import { byteRangeOf } from './byte-ranges.js';
import { type DownloadableFile, DownloadExportQuery } from './download-export.query.js';

const TYPES: Readonly<Record<string, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  ndjson: 'application/x-ndjson',
};

@Controller('v1/exports')
export class DownloadExportHttp {
  constructor(private readonly downloads: DownloadExportQuery) {}

  @Get(':id/download')
  async download(
    @Param('id') id: string,
    @CurrentCaller() caller: Caller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile | undefined> {
    const file = await this.downloads.execute(id, caller);
    const etag = `"${id}"`;
    reply.headers({
      etag,
      'accept-ranges': 'bytes',
      'last-modified': file.completedAt.toUTCString(),
      'cache-control': 'private',
    });
    if (isKnownTag(request.headers['if-none-match'], etag)) return void reply.code(304);
    const range = rangeOf(request, file, etag, reply);
    reply.headers({
      'content-type': TYPES[file.format] ?? 'application/octet-stream',
      'content-disposition': `attachment; filename="${id}.${file.format}"`,
    });
    if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`);
    const { start, end } = range ?? { start: 0, end: file.size - 1 };
    reply.header('content-length', end - start + 1);
    return new StreamableFile(request.method === 'HEAD' ? Readable.from([]) : await file.open({ start, end }));
  }
}

/** A range of a file that changed since is worth nothing: then the whole is answered. */
const rangeOf = (
  { headers }: FastifyRequest,
  { size, completedAt }: DownloadableFile,
  etag: string,
  reply: FastifyReply,
): ByteRange | undefined => {
  const condition = headers['if-range']?.toString();
  if (condition !== undefined && condition !== etag && condition !== completedAt.toUTCString()) return undefined;
  try {
    return byteRangeOf(headers.range, size);
  } catch (error) {
    if (hasCode(error, 'request.range_not_satisfiable')) reply.header('content-range', `bytes */${size}`);
    throw error;
  }
};
