import { hasCode } from '@cds/errors';
import { Clock } from '@cds/service-kit';
import { BackgroundWork, type Leased, RETRY_FOREVER, type TurnEnd, type Worker } from '@cds/work-queue';
import { Injectable } from '@nestjs/common';
import type pg from 'pg';
import { SpeciesLog } from '../catalogue/species-log.js';
import { descriptionOf } from '../catalogue/species.projection.js';
import { forgetPromoted } from '../photos/forget-promoted.js';
import { removePhoto } from '../photos/remove-photo/remove-photo.js';
import { type PhotoCheck, PhotoChecks } from './photo-checks.js';
import { type PromotedPhoto, PromotedPhotos } from './promoted-photos.store.js';

/**
 * Takes promoted photos from their species once their catch is deleted, is not verified any more, is of another species
 * or angler, or has lost the photo, and once the angler is erased.
 */
@Injectable()
export class PhotoWithdrawer {
  private readonly worker: Worker<PhotoCheck>;

  constructor(
    private readonly checks: PhotoChecks,
    private readonly log: SpeciesLog,
    private readonly promoted: PromotedPhotos,
    private readonly clock: Clock,
    background: BackgroundWork,
  ) {
    this.worker = background.worker<PhotoCheck>({
      name: 'photo-checks',
      queue: checks,
      retry: RETRY_FOREVER,
      work: (job) => this.check(job),
    });
  }

  wake(): void {
    this.worker.wake();
  }

  private check(job: Leased<PhotoCheck>): Promise<TurnEnd> {
    return this.log.transaction<TurnEnd>(async (tx) => {
      // The job comes before the species, as for those who follow catches.
      await this.checks.complete(tx, job);
      const promoted = await this.promoted.find(tx, job.id);
      if (promoted && (job.isErased || !(await this.promoted.isValid(tx, promoted)))) await this.remove(tx, promoted);
      return 'settled';
    });
  }

  private async remove(tx: pg.PoolClient, { photoId, speciesId }: PromotedPhoto): Promise<void> {
    try {
      const row = await this.log.lock(tx, speciesId);
      const context = { occurredAt: this.clock.now(), actor: null, requestId: null, traceparent: null };
      await this.log.append(tx, row, [removePhoto(photoId, descriptionOf(row))], context);
    } catch (error) {
      // A curator removed the photo, or deleted the species, at this moment.
      if (!hasCode(error, 'photo.not_found') && !hasCode(error, 'species.deleted')) throw error;
    }
    await forgetPromoted(tx, photoId);
  }
}
