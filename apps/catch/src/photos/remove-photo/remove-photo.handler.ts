import { hasCode } from '@cds/errors';
import type { Requester } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import { CatchLog } from '../../catches/catch-log.js';
import { CatchWriter } from '../../catches/catch-writer.js';
import { photoNotFound } from '../photo.errors.js';
import { removePhoto } from './remove-photo.js';

@Injectable()
export class RemovePhotoHandler {
  constructor(
    private readonly log: CatchLog,
    private readonly writer: CatchWriter,
  ) {}

  /** Removes a photo of the caller's own catch; a deleted catch has none. Its files go when no catch has them. */
  async execute(catchId: string, photoId: string, caller: Requester): Promise<void> {
    const load = (db: Parameters<CatchLog['loadOwn']>[0]) => this.log.loadOwn(db, catchId, caller.accountId);
    await this.writer.change(catchId, caller, load, (state) => removePhoto(photoId, state)).catch((error: unknown) => {
      throw hasCode(error, 'catch.deleted') ? photoNotFound(photoId, error) : error;
    });
  }
}
