import { Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { sendPage } from '../../../../site/pages/page.js';
import type { FactorOutcome } from '../factor-changes.js';
import { recoveryCodesPage } from '../recovery-codes/recovery-codes.pages.js';
import type { SecurityNote } from './security-notes.js';

/** What is shown after a change of the second factor. */
@Injectable()
export class SecurityAnswers {
  /** After the first factor its recovery codes, this once; else the list, with a note. */
  async added(reply: FastifyReply, { isChanged, recoveryCodes }: FactorOutcome, note: SecurityNote): Promise<void> {
    if (recoveryCodes) return sendPage(reply, recoveryCodesPage(recoveryCodes));
    await this.back(reply, isChanged ? note : 'not-changed');
  }

  async back(reply: FastifyReply, note: SecurityNote): Promise<void> {
    await reply.redirect(`/account/security?note=${note}`, 303);
  }
}
