import { Module } from '@nestjs/common';
import { AnglersModule } from '../anglers/anglers.module.js';
import { CatalogueModule } from '../catalogue/catalogue.module.js';
import { CorrectRecordHandler } from './correct-record/correct-record.handler.js';
import { CorrectRecordHttp } from './correct-record/correct-record.http.js';
import { EnterRecordHandler } from './enter-record/enter-record.handler.js';
import { EnterRecordHttp } from './enter-record/enter-record.http.js';
import { ReadRecordHttp } from './read-record/read-record.http.js';
import { ReadRecordQuery } from './read-record/read-record.query.js';
import { RecordListHttp } from './record-list/record-list.http.js';
import { RecordListQuery } from './record-list/record-list.query.js';
import { RecordViews } from './record-views.js';
import { WithdrawRecordHandler } from './withdraw-record/withdraw-record.handler.js';
import { WithdrawRecordHttp } from './withdraw-record/withdraw-record.http.js';
import { WorldRecordEditor } from './world-record-editor.js';

@Module({
  imports: [AnglersModule, CatalogueModule],
  controllers: [RecordListHttp, ReadRecordHttp, EnterRecordHttp, CorrectRecordHttp, WithdrawRecordHttp],
  providers: [
    CorrectRecordHandler,
    EnterRecordHandler,
    ReadRecordQuery,
    RecordListQuery,
    RecordViews,
    WithdrawRecordHandler,
    WorldRecordEditor,
  ],
})
export class RecordsModule {}
