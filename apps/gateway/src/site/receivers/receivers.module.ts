import { IdempotencyModule } from '@cds/idempotency';
import { type DynamicModule, Module } from '@nestjs/common';
import { ChangeReceiverHandler } from './manage/change-receiver.handler.js';
import { MakeReceiverHandler } from './manage/make-receiver.handler.js';
import { PortalReceiversHttp, RECEIVER_ORIGIN } from './manage/portal-receivers.http.js';
import { ReceivedRequestsQuery } from './manage/received-requests.query.js';
import { ReceiversQuery } from './manage/receivers.query.js';
import { ReceiveHandler } from './receive/receive.handler.js';
import { ReceiverDoor } from './receive/receiver-door.js';
import { ReceiverPlaces } from './receive/receiver-places.js';
import { ReceiverSweeper } from './receiver-sweeper.js';
import { RECEIVER_KEYS } from './receiver-token.js';

export interface ReceiversModuleOptions {
  /** Where the public reaches the gateway. */
  readonly origin: string;
  readonly keys: readonly Buffer[];
  /** Exports `RequestLimits`. */
  readonly pipeline: DynamicModule;
}

/** Receivers on loan: whoever has no server of their own sees webhooks arrive at one of ours. */
@Module({})
export class ReceiversModule {
  static forRoot({ origin, keys, pipeline }: ReceiversModuleOptions): DynamicModule {
    return {
      module: ReceiversModule,
      imports: [IdempotencyModule, pipeline],
      controllers: [PortalReceiversHttp],
      providers: [
        { provide: RECEIVER_KEYS, useValue: keys },
        { provide: RECEIVER_ORIGIN, useValue: origin },
        ChangeReceiverHandler,
        MakeReceiverHandler,
        ReceivedRequestsQuery,
        ReceiveHandler,
        ReceiverDoor,
        ReceiverPlaces,
        ReceiverSweeper,
        ReceiversQuery,
      ],
    };
  }
}
