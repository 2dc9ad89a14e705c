import type { Requester } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import { CatchLog } from '../catch-log.js';
import { CatchWriter } from '../catch-writer.js';
import { deleteCatch } from './delete-catch.js';

@Injectable()
export class DeleteCatchHandler {
  constructor(
    private readonly log: CatchLog,
    private readonly writer: CatchWriter,
  ) {}

  /** Deletes the caller's own catch; deleting it again fails with `catch.deleted`. */
  async execute(id: string, caller: Requester): Promise<void> {
    await this.writer.change(id, caller, (db) => this.log.loadOwn(db, id, caller.accountId), deleteCatch);
  }
}
