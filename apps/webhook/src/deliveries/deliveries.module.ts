import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { WEBHOOK_CONFIG, type DeliverySettings } from '../config.js';
import { EndpointsModule } from '../endpoints/endpoints.module.js';
import { SigningModule } from '../signing/signing.module.js';
import { AccountLookUps } from './attempt/account-look-ups.js';
import { AttemptLog } from './attempt/attempt-log.js';
import { DeliverMessage } from './attempt/deliver-message.js';
import { guardedAgent } from './attempt/guarded-agent.js';
import type { Resolve } from './attempt/guarded-lookup.js';
import { OpenedSecrets } from './attempt/opened-secrets.js';
import { ReceiverClient } from './attempt/receiver-client.js';
import { AccountDeliveriesHttp } from './delivery-list/account-deliveries.http.js';
import { AccountDeliveriesQuery } from './delivery-list/account-deliveries.query.js';
import { DeliveryListHttp } from './delivery-list/delivery-list.http.js';
import { DeliveryListQuery } from './delivery-list/delivery-list.query.js';
import { ReadDeliveryHttp } from './delivery-list/read-delivery.http.js';
import { ReadDeliveryQuery } from './delivery-list/read-delivery.query.js';
import { DELIVERY_LIMITS, type DeliveryLimits, RESOLVE } from './delivery-limits.js';
import { DeliveryMetrics } from './delivery.metrics.js';
import { Dispatcher } from './dispatch/dispatcher.js';
import { DueMessages } from './dispatch/due-messages.js';
import { PeerInstances } from './dispatch/peer-instances.js';
import { SendMessage } from './dispatch/send-message.js';
import { FailedMessageFiller } from './failed/failed-message-filler.js';
import { FailedMessages } from './failed/failed-messages.js';
import { HostGate } from './hosts/host-gate.js';
import { ReceiverHosts } from './hosts/receiver-hosts.js';
import { EndpointEvents } from './outcomes/endpoint-events.js';
import { EndpointEventPublisher } from './outcomes/endpoint-event-publisher.js';
import { ReadRecoveryHttp } from './recover/read-recovery.http.js';
import { ReadRecoveryQuery } from './recover/read-recovery.query.js';
import { Recoveries } from './recover/recoveries.js';
import { RecoverEndpointHandler } from './recover/recover-endpoint.handler.js';
import { RecoverEndpointHttp } from './recover/recover-endpoint.http.js';
import { RecoveryWorker } from './recover/recovery-worker.js';
import { ResendDeliveryHandler } from './resend/resend-delivery.handler.js';
import { ResendDeliveryHttp } from './resend/resend-delivery.http.js';
import { StatsHttp } from './stats/stats.http.js';
import { StatsQuery } from './stats/stats.query.js';

@Module({
  imports: [EndpointsModule, SigningModule],
  controllers: [
    AccountDeliveriesHttp,
    DeliveryListHttp,
    ReadDeliveryHttp,
    RecoverEndpointHttp,
    ReadRecoveryHttp,
    ResendDeliveryHttp,
    StatsHttp,
  ],
  providers: [
    AccountDeliveriesQuery,
    AttemptLog,
    DeliverMessage,
    DeliveryListQuery,
    DeliveryMetrics,
    Dispatcher,
    DueMessages,
    EndpointEventPublisher,
    EndpointEvents,
    FailedMessageFiller,
    FailedMessages,
    HostGate,
    OpenedSecrets,
    PeerInstances,
    ReadDeliveryQuery,
    ReadRecoveryQuery,
    ReceiverHosts,
    RecoverEndpointHandler,
    Recoveries,
    RecoveryWorker,
    ResendDeliveryHandler,
    SendMessage,
    StatsQuery,
    {
      provide: ReceiverClient,
      inject: [WEBHOOK_CONFIG, RESOLVE, DELIVERY_LIMITS],
      useFactory: (policy: DeliverySettings, resolve: Resolve, { answer }: DeliveryLimits) =>
        new ReceiverClient(
          guardedAgent(policy, resolve, answer.headMs),
          new AccountLookUps(resolve, answer.headMs),
          answer,
        ),
    },
  ],
  exports: [Dispatcher],
})
export class DeliveriesModule implements OnApplicationShutdown {
  constructor(private readonly receivers: ReceiverClient) {}

  /** Nothing is sent any more: the dispatcher was drained before. */
  async onApplicationShutdown(): Promise<void> {
    await this.receivers.close();
  }
}
