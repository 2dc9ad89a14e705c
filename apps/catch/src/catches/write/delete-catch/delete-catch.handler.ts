import { Injectable } from '@nestjs/common';
import { CatchWriter } from '../catch-writer.js';
import { type CatchChange, OwnCatch } from '../own-catch.js';
import { deleteCatch } from './delete-catch.js';

@Injectable()
export class DeleteCatchHandler {
  constructor(
    private readonly own: OwnCatch,
    private readonly writer: CatchWriter,
  ) {}

  /** Deletes the caller's own catch; deleting it again fails with `catch.deleted`. */
  async execute(change: CatchChange): Promise<void> {
    await this.writer.change(change.id, change.caller, () => this.own.load(change), deleteCatch);
  }
}
