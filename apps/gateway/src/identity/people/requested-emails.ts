import { Injectable } from '@nestjs/common';
import { MailOutbox, type QueuedMail } from '../../site/mail/mail-outbox.js';
import { Attempts } from './attempts/attempts.js';

/** Mails that strangers may ask for. */
@Injectable()
export class RequestedEmails {
  constructor(
    private readonly attempts: Attempts,
    private readonly outbox: MailOutbox,
  ) {}

  /**
   * Has the mail sent, or not when enough went to its address lately; the answer does not say which. Returns the
   * seconds to wait when whoever asks has asked for too many, else 0.
   */
  async ask(mail: QueuedMail, address: string): Promise<number> {
    const waitSeconds = await this.attempts.askForMail(address);
    if (waitSeconds === 0 && (await this.attempts.mayMail(mail.kind, mail.recipient))) await this.outbox.add(mail);
    return waitSeconds;
  }
}
