import type { Caller } from '@cds/identity';
import { CurrentCaller } from '@cds/service-kit';
import { Controller, Get, Param } from '@nestjs/common';
import type { ExportView } from '../export-view.js';
import { ExportQuery } from './export.query.js';

@Controller('v1/exports')
export class ExportHttp {
  constructor(private readonly exports: ExportQuery) {}

  @Get(':id')
  readExport(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<ExportView> {
    return this.exports.one(id, caller);
  }
}
