import { hasCode } from '@cds/errors';
import { entityTagOf, matchesTag, type Requester } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import { CatchLog } from '../../catches/log/catch-log.js';
import type { CatchPhoto } from '../../catches/model/catch-photo.js';
import type { Logged } from '../../catches/model/catch.state.js';
import { CatchWriter } from '../../catches/write/catch-writer.js';
import { photoView } from '../../catches/read/photo-view.js';
import { PublicOrigin } from '../../catches/read/public-origin.js';
import { photoChanged, photoNotFound } from '../photo.errors.js';
import { photoOf, removePhoto } from './remove-photo.js';

/** Which photo is to go, and what it must still be: the header `If-Match`. */
export interface PhotoRemoval {
  readonly catchId: string;
  readonly photoId: string;
  readonly ifMatch: string | undefined;
}

@Injectable()
export class RemovePhotoHandler {
  constructor(
    private readonly log: CatchLog,
    private readonly writer: CatchWriter,
    private readonly origin: PublicOrigin,
  ) {}

  /** Removes a photo of the caller's own catch; a deleted catch has none. Its files go when no catch has them. */
  async execute({ catchId, photoId, ifMatch }: PhotoRemoval, caller: Requester): Promise<void> {
    const load = (db: Parameters<CatchLog['loadOwn']>[0]) => this.log.loadOwn(db, catchId, caller.accountId);
    const decide = (state: Logged) => {
      if (ifMatch !== undefined) this.checkTag(ifMatch, photoOf(photoId, state));
      return removePhoto(photoId, state);
    };
    await this.writer.change(catchId, caller, load, decide).catch((error: unknown) => {
      throw hasCode(error, 'catch.deleted') ? photoNotFound(photoId, error) : error;
    });
  }
  /** A photo's tag is that of what GET answers. */
  private checkTag(ifMatch: string, photo: CatchPhoto): void {
    if (!matchesTag(ifMatch, entityTagOf(photoView(photo, this.origin.url)))) throw photoChanged(photo.id);
  }
}
