import { type DynamicModule, Global, Module } from '@nestjs/common';
import { AuditListHttp } from './audit-list/audit-list.http.js';
import { AuditListQuery } from './audit-list/audit-list.query.js';
import { AuditChain } from './audit-chain.js';
import { AuditLog } from './audit-log.js';
import { AUDIT_RETENTION_DAYS, AuditSweeper } from './audit-sweeper.js';
import { RecordEntryWhenAudited } from './record-entry-when-audited.consumer.js';
import { AuditTally } from './audit-tally.js';

@Global()
@Module({})
export class AuditLogModule {
  static forRoot(retentionDays: number): DynamicModule {
    return {
      module: AuditLogModule,
      controllers: [AuditListHttp, RecordEntryWhenAudited],
      providers: [
        AuditChain,
        AuditListQuery,
        AuditLog,
        AuditSweeper,
        AuditTally,
        { provide: AUDIT_RETENTION_DAYS, useValue: retentionDays },
      ],
      exports: [AuditLog, AuditTally],
    };
  }
}
