import { type DynamicModule, Module } from '@nestjs/common';
import { OneTimeTokens } from './one-time-tokens.js';
import { DueMails } from './due-mails.js';
import { MAIL_ORIGIN, MailComposer } from './mail-composer.js';
import { MailOutbox } from './mail-outbox.js';
import { type MailSettings, mailTransport } from './mail-transport.js';
import { MailWorker, SEND_MAIL } from './mail-worker.js';

@Module({})
export class MailModule {
  static forRoot(settings: MailSettings, origin: string): DynamicModule {
    return {
      module: MailModule,
      providers: [
        DueMails,
        MailComposer,
        MailOutbox,
        MailWorker,
        OneTimeTokens,
        { provide: MAIL_ORIGIN, useValue: origin },
        { provide: SEND_MAIL, useValue: mailTransport(settings) },
      ],
      exports: [MailOutbox, OneTimeTokens],
    };
  }
}
