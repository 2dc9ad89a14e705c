import { Module } from '@nestjs/common';
import { AnnounceAnglersModule } from '../announce-anglers/announce-anglers.module.js';
import { CatchesModule } from '../catches/catches.module.js';
import { AddAnglerHandler } from './add-angler/add-angler.handler.js';
import { AddAnglerHttp } from './add-angler/add-angler.http.js';
import { AnglerExternalIds } from './angler-external-ids.js';
import { AnglerListHttp } from './angler-list/angler-list.http.js';
import { AnglerListQuery } from './angler-list/angler-list.query.js';
import { ReadAnglerQuery } from './angler-list/read-angler.query.js';
import { AnglerLog } from './angler-log.js';
import { AnglerTasks } from './angler-tasks.js';
import { AnglerTaskWorker } from './angler-task-worker.js';
import { AnglerLookupModule } from '../angler-lookup/angler-lookup.module.js';
import { EditAnglerHandler } from './edit-angler/edit-angler.handler.js';
import { EditAnglerHttp } from './edit-angler/edit-angler.http.js';
import { AccountErasures } from './erase-account/account-erasures.js';
import { AccountEraser } from './erase-account/account-eraser.js';
import { EraseAnglersWhenAccountDeleted } from './erase-account/erase-anglers-when-account-deleted.consumer.js';
import { EraseAnglerHandler } from './erase-angler/erase-angler.handler.js';
import { EraseAnglerHttp } from './erase-angler/erase-angler.http.js';
import { EraseCatches } from './erase-angler/erase-catches.step.js';
import { EraseSnapshots } from './erase-angler/erase-snapshots.step.js';
import { EraseStoredResponses } from './erase-angler/erase-stored-responses.step.js';
import { ErasureRepeater } from './erase-angler/erasure-repeater.js';
import { ERASURE_STEPS, type ErasureStep } from './erase-angler/erasure-step.js';

/** Everything that holds something personal of an angler, in the order in which it is erased. */
const STEPS = [EraseStoredResponses, EraseSnapshots, EraseCatches];

@Module({
  imports: [AnglerLookupModule, AnnounceAnglersModule, CatchesModule],
  controllers: [AddAnglerHttp, AnglerListHttp, EditAnglerHttp, EraseAnglerHttp, EraseAnglersWhenAccountDeleted],
  providers: [
    AccountEraser,
    AccountErasures,
    AddAnglerHandler,
    AnglerExternalIds,
    AnglerListQuery,
    AnglerLog,
    AnglerTasks,
    AnglerTaskWorker,
    EditAnglerHandler,
    EraseAnglerHandler,
    ErasureRepeater,
    ReadAnglerQuery,
    ...STEPS,
    { provide: ERASURE_STEPS, useFactory: (...steps: ErasureStep[]) => steps, inject: STEPS },
  ],
})
export class AnglersModule {}
