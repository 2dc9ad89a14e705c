import { keepAnswer, type Reservation, type StoredResponse } from '@cds/idempotency';
import { PHOTO_LIMITS, type PhotoLimits, PhotoMaker, photosBusy, PhotoStore } from '@cds/photos';
import { Clock, newId, type Requester } from '@cds/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { contextOf } from '../../catalogue/append-context.js';
import { SpeciesDetailQuery } from '../../catalogue/species-detail/species-detail.query.js';
import { SpeciesLog } from '../../catalogue/species-log.js';
import { descriptionOf } from '../../catalogue/species.projection.js';
import { PublicOrigin } from '../../catalogue/public-origin.js';
import { photoView } from '../../catalogue/species-photo-view.js';
import { addPhoto, checkRoom } from './add-photo.js';
import type { PhotoFields } from './photo-fields.js';

/** The uploaded file with its fields, and the reservation of its stored response. */
export interface Upload {
  readonly file: Buffer;
  readonly fields: PhotoFields;
  readonly reservation: Reservation | null;
}

@Injectable()
export class AddPhotoHandler {
  private inFlight = 0;

  constructor(
    @Inject(PHOTO_LIMITS) private readonly limits: PhotoLimits,
    private readonly detail: SpeciesDetailQuery,
    private readonly log: SpeciesLog,
    private readonly maker: PhotoMaker,
    private readonly store: PhotoStore,
    private readonly origin: PublicOrigin,
    private readonly clock: Clock,
  ) {}

  /**
   * Adds a photo to a species, unless `receive` finds a stored response to the request. Reads the upload only after it
   * has found the species. Fails with `service.unavailable` when too many uploads are in flight.
   */
  async execute(
    idOrSlug: string,
    receive: () => Promise<Upload | StoredResponse>,
    caller: Requester,
  ): Promise<StoredResponse> {
    const species = await this.detail.row(idOrSlug);
    if (this.inFlight >= this.limits.uploads) throw photosBusy();
    this.inFlight += 1;
    try {
      const received = await receive();
      if (!('file' in received)) return received;
      checkRoom(species);
      return await this.add(species.id, received, caller);
    } finally {
      this.inFlight -= 1;
    }
  }

  /** Stores the files before the event: every photo in the log has them. The sweeper finds those of a crash. */
  private async add(speciesId: string, upload: Upload, caller: Requester): Promise<StoredResponse> {
    const { image, files } = await this.maker.make(upload.file, caller.accountId);
    await this.store.keep(image.digest, files, caller.accountId);
    const photoId = newId('photo');
    return this.log.transaction(async (tx) => {
      const row = await this.log.lock(tx, speciesId);
      const now = this.clock.now();
      const command = { photoId, image, fields: upload.fields, addedAt: now.toISOString() };
      const event = addPhoto(command, descriptionOf(row));
      await this.log.append(tx, row, [event], contextOf(caller, now));
      const view = photoView(row.id, event.data.photo, { origin: this.origin.url, nameOf: () => null });
      const headers = { location: `/v1/species/${row.id}/photos/${photoId}` };
      const answer: StoredResponse = { status: 201, headers, body: view };
      await keepAnswer(tx, upload.reservation, answer);
      return answer;
    });
  }
}
