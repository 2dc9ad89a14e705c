import { Clock, newId, SecretBox, ServiceLogger } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import { stillSigning } from '../../endpoints/rotate-secret/rotate-secret.js';
import { maskedHeaders } from '../../endpoints/settings/own-headers.js';
import { openHeaders } from '../../endpoints/settings/sealed-headers.js';
import { retryScheduleOf } from '../../endpoints/retry-schedule.js';
import { SigningKeys } from '../../signing/signing-keys.js';
import { type AttemptResult, DeliveryMetrics } from '../delivery.metrics.js';
import type { DueMessage } from '../dispatch/due-messages.js';
import { type Attempt, AttemptLog } from './attempt-log.js';
import { dispositionOf, type MessageDisposition } from './message-disposition.js';
import { ReceiverClient } from './receiver-client.js';
import { signedHeaders } from './signed-headers.js';

/** Makes one attempt at a message and stores what came of it. */
@Injectable()
export class DeliverMessage {
  constructor(
    private readonly secrets: SecretBox,
    private readonly keys: SigningKeys,
    private readonly receivers: ReceiverClient,
    private readonly attempts: AttemptLog,
    private readonly metrics: DeliveryMetrics,
    private readonly logger: ServiceLogger,
    private readonly clock: Clock,
  ) {}

  /** Rejects, with nothing stored, when `cancelled` aborts before the answer is there, and when it cannot be stored. */
  async execute(message: DueMessage, cancelled: AbortSignal, onAnswered: () => void): Promise<MessageDisposition> {
    const key = await this.keys.signing();
    const startedAt = this.clock.now();
    const secrets = this.secretsOf(message, startedAt);
    const signed = signedHeaders(message.id, message.payload, { secrets, key }, startedAt);
    const own = openHeaders(message.headers, message.endpointId, this.secrets);
    const outcome = await this.receivers.post(
      { url: message.url, headers: { ...own, ...signed }, body: message.payload },
      cancelled,
    );
    onAnswered();
    const endedAt = this.clock.now();
    const tried = { schedule: retryScheduleOf(message.retrySchedule), attemptCount: message.attemptCount + 1 };
    const disposition = dispositionOf(outcome, tried, endedAt, Math.random);
    const attempt = {
      id: newId('attempt'),
      messageId: message.id,
      startedAt,
      endedAt,
      requestHeaders: { ...maskedHeaders(own), ...signed },
      outcome,
      disposition,
    };
    await this.attempts.add(attempt);
    this.report(message, attempt);
    return disposition;
  }

  /** All that sign at this time, newest first. */
  private secretsOf({ secret, previousSecrets, endpointId }: DueMessage, at: Date): string[] {
    const sealed = [secret, ...stillSigning(previousSecrets, at).map((previous) => previous.secret)];
    return sealed.map((one) => this.secrets.open(one, endpointId));
  }

  private report(message: DueMessage, { id, outcome, disposition }: Attempt): void {
    const result = resultOf(disposition);
    this.metrics.attempted(result, outcome.durationMs / 1_000);
    this.logger.event('delivery.attempted', {
      result,
      message_id: message.id,
      endpoint_id: message.endpointId,
      event_id: message.eventId,
      type: message.type,
      attempt_id: id,
      attempt: message.attemptCount + 1,
      status: outcome.answer?.status,
      error: outcome.error ?? undefined,
      duration_ms: Math.round(outcome.durationMs),
      trace_id: message.traceparent?.slice(3, 35),
    });
  }
}

const resultOf = ({ status }: MessageDisposition): AttemptResult => {
  switch (status) {
    case 'delivered':
    case 'failed':
      return status;
    case 'pending':
      return 'retrying';
  }
};
