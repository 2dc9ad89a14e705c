import { ServiceLogger } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import { DatabaseClock } from '../../database/database-clock.js';
import { DeliverMessage, type OnAnswered } from '../attempt/deliver-message.js';
import { DeliveryMetrics } from '../delivery.metrics.js';
import { type DueMessage, DueMessages } from './due-messages.js';

/** Makes an attempt at a claimed message, and leaves it to be claimed again when the attempt could not be made. */
@Injectable()
export class SendMessage {
  constructor(
    private readonly deliver: DeliverMessage,
    private readonly due: DueMessages,
    private readonly metrics: DeliveryMetrics,
    private readonly logger: ServiceLogger,
    private readonly clock: DatabaseClock,
  ) {}

  /**
   * When the message is to be tried again; null when that is not known or not to be. `onAnswered` runs once the request
   * is over, before the attempt is stored. Never rejects.
   */
  async execute(message: DueMessage, cancelled: AbortSignal, onAnswered: OnAnswered): Promise<Date | null> {
    this.metrics.begun();
    try {
      const disposition = await this.deliver.execute(message, cancelled, onAnswered);
      return disposition.status === 'pending' ? disposition.nextAttemptAt : null;
    } catch (error) {
      if (cancelled.aborted) await this.giveBack(message);
      // The lease ends by itself, and the message is due again.
      else
        this.logger.event(
          'delivery.attempt_lost',
          { err: error, message_id: message.id, endpoint_id: message.endpointId },
          'error',
        );
      return null;
    } finally {
      this.metrics.ended();
    }
  }

  /** Ends the lease of a message that was not sent; false when it could not, and the lease ends by itself. */
  async giveBack(message: DueMessage): Promise<boolean> {
    try {
      await this.due.release(message.id, this.clock.now());
      return true;
    } catch (error) {
      this.logger.event('delivery.release_failed', { err: error, message_id: message.id }, 'warn');
      return false;
    }
  }
}
