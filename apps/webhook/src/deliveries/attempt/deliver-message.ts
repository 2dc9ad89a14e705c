import { newId, ServiceLogger } from '@cds/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { DatabaseClock } from '../../database/database-clock.js';
import { WEBHOOK_CONFIG, type DeliverySettings } from '../../config.js';
import { PING } from '../../endpoints/event-types.js';
import { stillSigning } from '../../endpoints/rotate-secret/rotate-secret.js';
import { maskedHeaders } from '../../endpoints/settings/own-headers.js';
import { openHeaders } from '../../endpoints/settings/sealed-headers.js';
import { retryScheduleOf } from '../../endpoints/retry-schedule.js';
import { SigningKeys } from '../../signing/signing-keys.js';
import { type AttemptResult, DeliveryMetrics } from '../delivery.metrics.js';
import type { DueMessage } from '../dispatch/due-messages.js';
import type { Reception } from '../dispatch/receiver-pace.js';
import { type Attempt, AttemptLog } from './attempt-log.js';
import { dispositionOf, type MessageDisposition } from './message-disposition.js';
import type { Outcome } from './answer-reader.js';
import { inAttemptSpan } from './attempt-span.js';
import { OpenedSecrets } from './opened-secrets.js';
import { ReceiverClient } from './receiver-client.js';
import { receptionOf } from './reception.js';
import { signHeaders } from './signed-headers.js';

interface Opened {
  readonly secrets: readonly string[];
  readonly own: Readonly<Record<string, string>>;
}

/** Gets what the request says about its receiver, as soon as it is over. */
export type OnAnswered = (reception: Reception) => void;

/** Makes one attempt at a message and stores what came of it. */
@Injectable()
export class DeliverMessage {
  constructor(
    private readonly secrets: OpenedSecrets,
    private readonly keys: SigningKeys,
    private readonly receivers: ReceiverClient,
    private readonly attempts: AttemptLog,
    private readonly metrics: DeliveryMetrics,
    private readonly logger: ServiceLogger,
    private readonly clock: DatabaseClock,
    @Inject(WEBHOOK_CONFIG) private readonly settings: DeliverySettings,
  ) {}

  /** Rejects, with nothing stored, when `cancelled` aborts before the answer is there, and when it cannot be stored. */
  async execute(message: DueMessage, cancelled: AbortSignal, onAnswered: OnAnswered): Promise<MessageDisposition> {
    const startedAt = this.clock.now();
    const { requestHeaders, outcome } = await inAttemptSpan(message, () => this.post(message, startedAt, cancelled));
    onAnswered(receptionOf(outcome));
    const endedAt = this.clock.now();
    const attemptCount = message.attemptCount - message.earlierAttempts + 1;
    const tried = { schedule: retryScheduleOf(message.retrySchedule), attemptCount };
    const disposition = dispositionOf(outcome, tried, endedAt, Math.random);
    const attempt = {
      id: newId('attempt'),
      messageId: message.id,
      messageEventId: message.eventId,
      type: message.type,
      endpointId: message.endpointId,
      earlierAttempts: message.earlierAttempts,
      queuedAt: message.queuedAt,
      isCounted: message.type !== PING,
      startedAt,
      endedAt,
      requestHeaders,
      outcome,
      disposition,
      disableIfFailingSince: new Date(endedAt.getTime() - this.settings.disableAfterSeconds * 1_000),
    };
    await this.attempts.add(attempt);
    this.report(message, attempt);
    return disposition;
  }

  private async post(message: DueMessage, at: Date, cancelled: AbortSignal): Promise<Sent> {
    const opened = this.open(message, at);
    if (opened === null) return { requestHeaders: {}, outcome: UNSIGNABLE };
    const { secrets, own } = opened;
    const key = await this.keys.signing();
    const signed = await signHeaders(message.id, message.payload, { secrets, key }, at);
    const { accountId, url, payload: body } = message;
    const request = { accountId, url, headers: { ...own, ...signed }, body };
    const outcome = await this.receivers.post(request, cancelled);
    return { requestHeaders: { ...maskedHeaders(own), ...signed }, outcome };
  }

  /**
   * All secrets that sign at this time, newest first, and the endpoint's own headers. Null when no configured key opens
   * them: the message follows its schedule, and may be sent once one does.
   */
  private open({ id, endpointId, secret, previousSecrets, headers }: DueMessage, at: Date): Opened | null {
    try {
      const sealed = [secret, ...stillSigning(previousSecrets, at).map((previous) => previous.secret)];
      return {
        secrets: sealed.map((one) => this.secrets.open(one, endpointId)),
        own: openHeaders(headers, endpointId, this.secrets),
      };
    } catch (error) {
      this.logger.event('delivery.secret_not_opened', { err: error, message_id: id, endpoint_id: endpointId }, 'error');
      return null;
    }
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

interface Sent {
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly outcome: Outcome;
}

const UNSIGNABLE: Outcome = { answer: null, error: 'secret_unavailable', durationMs: 0 };

const resultOf = ({ status }: MessageDisposition): AttemptResult => {
  switch (status) {
    case 'delivered':
    case 'failed':
      return status;
    case 'pending':
      return 'retrying';
  }
};
