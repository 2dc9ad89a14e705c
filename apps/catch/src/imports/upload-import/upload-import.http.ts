import { Readable } from 'node:stream';
import { CurrentCaller, type Requester } from '@cds/service-kit';
import { IdempotentRequests, sendAnswer } from '@cds/idempotency';
import { Controller, Post, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { IMPORT_FORMATS } from '../import-job.js';
import { notImportable } from '../import.errors.js';
import { type UploadedBody, UploadImportHandler, type UploadKey } from './upload-import.handler.js';

@Controller('v1/catches/import')
export class UploadImportHttp {
  constructor(
    private readonly handler: UploadImportHandler,
    private readonly idempotency: IdempotentRequests,
  ) {}

  @Post()
  @RouteConfig({ readsAnyBody: true })
  async upload(
    @Req() request: FastifyRequest,
    @CurrentCaller() caller: Requester,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const key: UploadKey = {
      isAnswered: () => this.idempotency.isAnswered(request),
      reserve: async (digest) => (await this.idempotency.reserve(request, digest)) ?? request.reservation,
    };
    sendAnswer(reply, await this.handler.execute(uploadedBody(request), key, caller));
  }
}

const GZIP: ReadonlySet<string> = new Set(['gzip', 'x-gzip']);
const UTF_8: ReadonlySet<string> = new Set(['utf-8', 'utf8', 'us-ascii']);

const uploadedBody = ({ body, headers }: FastifyRequest): UploadedBody => {
  const [type = '', ...parameters] = (headers['content-type'] ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const format = Object.entries(IMPORT_FORMATS).find(([known]) => known === type)?.[1];
  if (!format || !(body instanceof Readable)) throw notImportable('Send the file as application/x-ndjson or text/csv.');
  const charset = parameters
    .find((one) => one.startsWith('charset='))
    ?.slice('charset='.length)
    .replaceAll('"', '');
  if (charset && !UTF_8.has(charset)) throw notImportable(`The file must be UTF-8, not ${charset}.`);
  const encoding = headers['content-encoding']?.toLowerCase() ?? 'identity';
  if (encoding !== 'identity' && !GZIP.has(encoding))
    throw notImportable(`The file may be packed with gzip, not with ${encoding}.`);
  const length = headers['content-length'];
  return { body, format, isGzip: GZIP.has(encoding), length: length === undefined ? undefined : Number(length) };
};
