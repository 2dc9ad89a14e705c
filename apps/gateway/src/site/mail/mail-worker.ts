import { RecurringTask } from '@cds/work-queue';
import { ServiceLogger } from '@cds/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { DueMails, type LeasedMail } from './due-mails.js';
import { MailComposer } from './mail-composer.js';
import type { SendMail } from './mail-transport.js';

/** Injection token of `SendMail`, or null when nothing is there to send mails with. */
export const SEND_MAIL = Symbol('SEND_MAIL');

const LOOK_EVERY_MS = 1_000;

/**
 * Sends what is in the outbox, one mail after the other. Every copy of the gateway does; a mail that fails is tried
 * again for a day.
 */
@Injectable()
export class MailWorker implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly task: RecurringTask;

  constructor(
    private readonly due: DueMails,
    private readonly composer: MailComposer,
    private readonly logger: ServiceLogger,
    @Inject(SEND_MAIL) private readonly send: SendMail | null,
  ) {
    this.task = new RecurringTask(
      LOOK_EVERY_MS,
      (signal) => this.sendDue(signal),
      (error) => logger.event('mail.not_claimed', { err: error }, 'warn'),
    );
  }

  onApplicationBootstrap(): void {
    if (this.send) this.task.start();
    else
      this.logger.event('mail.not_set_up', { hint: 'Set SMTP_URL or MAIL_DIR: no mail is sent until then.' }, 'warn');
  }

  onModuleDestroy(): Promise<void> {
    return this.task.stop();
  }

  private async sendDue(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && this.send) {
      const mail = await this.due.claim();
      if (!mail) return;
      await this.deliver(this.send, mail);
    }
  }

  private async deliver(send: SendMail, mail: LeasedMail): Promise<void> {
    const { id, kind, recipient, attempts } = mail;
    try {
      const text = await this.composer.compose(mail);
      // The same id at each try: who gets it twice can tell.
      if (text) await send({ to: recipient, messageId: `<${id}@catch-data-service>`, ...text });
    } catch (error) {
      const again = await this.due.retryLater(mail);
      return this.logger.event(
        again ? 'mail.put_off' : 'mail.given_up',
        { mail_id: id, kind, attempts, err: error },
        'warn',
      );
    }
    await this.due.remove(mail);
    this.logger.event('mail.handled', { mail_id: id, kind, attempts });
  }
}
