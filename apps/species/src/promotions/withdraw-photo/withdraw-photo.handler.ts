import { keepAnswer } from '@cds/idempotency';
import { Clock, type Requester } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import { contextOf } from '../../catalogue/append-context.js';
import { SpeciesLog } from '../../catalogue/species-log.js';
import { descriptionOf } from '../../catalogue/species.projection.js';
import { forgetPromoted } from '../../photos/forget-promoted.js';
import { photoNotFound } from '../../photos/photo.errors.js';
import { removePhoto } from '../../photos/remove-photo/remove-photo.js';
import { PromotedPhotos } from '../promoted-photos.store.js';
import { notYourPhoto } from '../promotion.errors.js';

@Injectable()
export class WithdrawPhotoHandler {
  constructor(
    private readonly log: SpeciesLog,
    private readonly promoted: PromotedPhotos,
    private readonly clock: Clock,
  ) {}

  /**
   * Takes a photo of the caller's own catch from its species, for good. Fails with `photo.not_found`, or with
   * `photo.forbidden` for a photo of another account. `checkBody` runs once it is known whose the photo is.
   */
  async execute(speciesId: string, photoId: string, checkBody: () => void, caller: Requester): Promise<void> {
    await this.log.transaction(async (tx) => {
      const row = await this.log.lock(tx, speciesId);
      const promoted = await this.promoted.find(tx, photoId);
      if (promoted?.speciesId !== row.id) throw photoNotFound(photoId);
      if (promoted.accountId !== caller.accountId) throw notYourPhoto(photoId);
      checkBody();
      const now = this.clock.now();
      await this.log.append(tx, row, [removePhoto(photoId, descriptionOf(row))], contextOf(caller, now));
      await forgetPromoted(tx, photoId);
      await this.promoted.withdraw(tx, photoId, now);
      await keepAnswer(tx, caller.reservation, { status: 204, headers: {}, body: null });
    });
  }
}
