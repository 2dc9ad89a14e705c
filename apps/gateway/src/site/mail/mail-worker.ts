import { ServiceLogger } from '@cds/service-kit';
import { BackgroundWork, type Leased } from '@cds/work-queue';
import { Inject, Injectable } from '@nestjs/common';
import { MailComposer, type MailFacts } from './mail-composer.js';
import { MAIL_RETRY, MailQueue } from './mail-queue.js';
import type { SendMail } from './mail-transport.js';

/** Injection token of `SendMail`, or null when there is nothing to send mails with. */
export const SEND_MAIL = Symbol('SEND_MAIL');

/** Sends what is in the outbox, one mail after the other, in every copy of the gateway. */
@Injectable()
export class MailWorker {
  constructor(
    queue: MailQueue,
    private readonly composer: MailComposer,
    private readonly logger: ServiceLogger,
    background: BackgroundWork,
    @Inject(SEND_MAIL) send: SendMail | null,
  ) {
    if (send) background.worker({ name: 'mails', queue, retry: MAIL_RETRY, work: (mail) => this.deliver(send, mail) });
    else logger.event('mail.not_set_up', { hint: 'Set SMTP_URL or MAIL_DIR: no mail is sent until then.' }, 'warn');
  }

  private async deliver(send: SendMail, mail: Leased<MailFacts>): Promise<'done'> {
    const text = await this.composer.compose(mail);
    // The id is the same at each attempt, so that a mail program can recognise a mail that was sent twice.
    if (text) await send({ to: mail.recipient, messageId: `<${mail.id}@catch-data-service>`, ...text });
    this.logger.event('mail.handled', { mail_id: mail.id, kind: mail.kind, attempts: mail.attempts + 1 });
    return 'done';
  }
}
