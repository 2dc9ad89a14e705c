import { keepAnswer, type StoredResponse } from '@cds/idempotency';
import { Clock, type Requester } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import type pg from 'pg';
import { AnglerNames } from '../../anglers/angler-names.store.js';
import { contextOf } from '../../catalogue/append-context.js';
import { PublicOrigin } from '../../catalogue/public-origin.js';
import { SpeciesLog } from '../../catalogue/species-log.js';
import { photoView, type SpeciesPhotoView } from '../../catalogue/species-photo-view.js';
import { descriptionOf } from '../../catalogue/species.projection.js';
import { type PromotablePhoto, PromotedPhotos } from '../promoted-photos.store.js';
import { noSuchPhoto, ofAnotherSpecies, withdrawnByOwner } from '../promotion.errors.js';
import { promotePhoto } from './promote-photo.js';

export interface PromotePhoto {
  /** Or slug. */
  readonly speciesId: string;
  readonly catchId: string;
  readonly photoId: string;
}

@Injectable()
export class PromotePhotoHandler {
  constructor(
    private readonly log: SpeciesLog,
    private readonly promoted: PromotedPhotos,
    private readonly anglers: AnglerNames,
    private readonly origin: PublicOrigin,
    private readonly clock: Clock,
  ) {}

  /**
   * Shows a photo of a verified catch as a photo of its species. Fails with `photo.not_promotable`, `photo.promoted` or
   * `photo.limit`.
   */
  execute(
    { speciesId, catchId, photoId }: PromotePhoto,
    caller: Requester,
  ): Promise<StoredResponse & { body: SpeciesPhotoView }> {
    return this.log.transaction(async (tx) => {
      // The angler and the catch come before the species, as for those who follow catches.
      const photo = await this.promoted.promotable(tx, catchId, photoId);
      const row = await this.log.lock(tx, speciesId);
      if (!photo) throw noSuchPhoto(catchId, photoId);
      if (photo.speciesId !== row.id) throw ofAnotherSpecies(catchId);
      if (await this.promoted.isWithdrawn(tx, photoId)) throw withdrawnByOwner(photoId);
      const now = this.clock.now();
      const event = promotePhoto(photo, descriptionOf(row), now.toISOString());
      await this.log.append(tx, row, [event], contextOf(caller, now));
      await this.promoted.add(tx, photo);
      const body = photoView(row.id, event.data.photo, { origin: this.origin.url, nameOf: await this.name(tx, photo) });
      const headers = { location: `/v1/species/${row.id}/photos/${photoId}` };
      const answer = { status: 201, headers, body };
      await keepAnswer(tx, caller.reservation, answer, photo.anglerId);
      return answer;
    });
  }

  private async name(tx: pg.PoolClient, { anglerId }: PromotablePhoto): Promise<(id: string) => string> {
    const names = await this.anglers.of(tx, [anglerId]);
    return (id) => names.get(id) ?? '';
  }
}
