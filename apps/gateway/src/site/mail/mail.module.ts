import { type DynamicModule, Module } from '@nestjs/common';
import { OneTimeTokens } from './one-time-tokens.js';
import { MAIL_ORIGIN, MailComposer } from './mail-composer.js';
import { MailOutbox } from './mail-outbox.js';
import { MailQueue } from './mail-queue.js';
import { MailSweeper } from './mail-sweeper.js';
import { type MailSettings, mailTransport } from './mail-transport.js';
import { MailWorker, SEND_MAIL } from './mail-worker.js';

@Module({})
export class MailModule {
  static forRoot(settings: MailSettings, origin: string): DynamicModule {
    return {
      module: MailModule,
      providers: [
        MailComposer,
        MailOutbox,
        MailQueue,
        MailSweeper,
        MailWorker,
        OneTimeTokens,
        { provide: MAIL_ORIGIN, useValue: origin },
        { provide: SEND_MAIL, useValue: mailTransport(settings) },
      ],
      exports: [MailOutbox, OneTimeTokens],
    };
  }
}
