import { POOL } from '@cds/postgres';
import type { StoredResponse, Reservation } from '@cds/idempotency';
import { PhotoMaker, PhotoStore } from '@cds/photos';
import { newId, type Requester } from '@cds/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { CatchLog } from '../../catches/log/catch-log.js';
import { CatchWriter, type Written } from '../../catches/write/catch-writer.js';
import { photoView } from '../../catches/read/photo-view.js';
import { PublicOrigin } from '../../catches/read/public-origin.js';
import { addPhoto, checkRoom } from './add-photo.js';
import { type UploadPlace, UploadPlaces } from './upload-places.js';

/** The uploaded file, and the reservation of its stored response. */
export interface Upload {
  readonly file: Buffer;
  readonly reservation: Reservation | null;
}

@Injectable()
export class AddPhotoHandler {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly places: UploadPlaces,
    private readonly log: CatchLog,
    private readonly writer: CatchWriter,
    private readonly maker: PhotoMaker,
    private readonly store: PhotoStore,
    private readonly origin: PublicOrigin,
  ) {}

  /**
   * Adds a photo to the caller's own catch, unless `receive` finds a stored response to the request. Reads the upload
   * only after it has checked that the catch is the caller's. Fails with `limit.uploads` or `service.unavailable` when
   * too much is in hand, and with `storage.limit`.
   */
  async execute(
    catchId: string,
    receive: (place: UploadPlace) => Promise<Upload | StoredResponse>,
    caller: Requester,
  ): Promise<StoredResponse> {
    const state = await this.log.loadOwn(this.pool, catchId, caller.accountId);
    const place = this.places.begin(caller.accountId);
    try {
      const received = await receive(place);
      if (!('file' in received)) return received;
      checkRoom(state);
      return await this.add(catchId, received.file, { ...caller, reservation: received.reservation });
    } finally {
      place.end();
    }
  }

  /**
   * Stores the files before the event, so that every photo in the log has them. After a crash in between the sweeper
   * finds the files.
   */
  private async add(catchId: string, file: Buffer, caller: Requester): Promise<StoredResponse> {
    const { image, files } = await this.maker.make(file, caller.accountId);
    await this.store.keep(image.digest, files, caller.accountId);
    const photoId = newId('photo');
    const answerOf = (next: Written): StoredResponse => addedPhoto(next, photoId, this.origin.url);
    const written = await this.writer.change(
      catchId,
      caller,
      (db) => this.log.loadOwn(db, catchId, caller.accountId),
      (state) => [addPhoto({ photoId, image }, state)],
      answerOf,
    );
    return answerOf(written);
  }
}

const addedPhoto = ({ id, photos }: Written, photoId: string, origin: string): StoredResponse => {
  const photo = photos.find((one) => one.id === photoId);
  if (!photo) throw new Error(`the photo ${photoId} was recorded but is not there`);
  return { status: 201, headers: { location: `/v1/catches/${id}/photos/${photoId}` }, body: photoView(photo, origin) };
};
