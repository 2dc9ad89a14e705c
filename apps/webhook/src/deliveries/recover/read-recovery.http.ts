import type { Caller } from '@cds/identity';
import { CurrentCaller } from '@cds/service-kit';
import { Controller, Get, Param } from '@nestjs/common';
import { ReadRecoveryQuery } from './read-recovery.query.js';
import type { RecoveryView } from './recovery-view.js';

@Controller('v1/webhook-recoveries')
export class ReadRecoveryHttp {
  constructor(private readonly recoveries: ReadRecoveryQuery) {}

  @Get(':id')
  readRecovery(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<RecoveryView> {
    return this.recoveries.execute(id, caller);
  }
}
