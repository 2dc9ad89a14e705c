import type { Queryable } from '@cds/postgres';
import { Clock, entityTagOf, matchesTag, type Requester } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import { contextOf } from '../../catalogue/append-context.js';
import { speciesChanged } from '../../catalogue/species.errors.js';
import { SpeciesLog } from '../../catalogue/species-log.js';
import { descriptionOf, type SpeciesRow } from '../../catalogue/species.projection.js';
import { SpeciesViews } from '../../catalogue/species-views.js';
import { forgetPromoted } from '../forget-promoted.js';
import { photoNotFound } from '../photo.errors.js';
import { removePhoto } from './remove-photo.js';

/** Which photo is to go, and what it must still be: the header `If-Match`. */
export interface PhotoRemoval {
  readonly speciesId: string;
  readonly photoId: string;
  readonly ifMatch: string | undefined;
}

@Injectable()
export class RemovePhotoHandler {
  constructor(
    private readonly log: SpeciesLog,
    private readonly views: SpeciesViews,
    private readonly clock: Clock,
  ) {}

  /** Removes a photo of a species; its files go when no species has them. */
  async execute({ speciesId, photoId, ifMatch }: PhotoRemoval, caller: Requester): Promise<void> {
    await this.log.transaction(async (tx) => {
      const row = await this.log.lock(tx, speciesId);
      const event = removePhoto(photoId, descriptionOf(row));
      if (ifMatch !== undefined) await this.checkTag(ifMatch, row, photoId);
      await this.log.append(tx, row, [event], contextOf(caller, this.clock.now()));
      if (event.data.photo.catchId === null) await noteLeftover(tx, event.data.photo.digest);
      else await forgetPromoted(tx, photoId);
    });
  }

  private async checkTag(ifMatch: string, row: SpeciesRow, photoId: string): Promise<void> {
    const [view] = await this.views.of([row]);
    const photo = view?.photos.find(({ id }) => id === photoId);
    if (!photo) throw photoNotFound(photoId);
    if (!matchesTag(ifMatch, entityTagOf(photo))) throw speciesChanged(photoId, row.version);
  }
}

const noteLeftover = (db: Queryable, digest: string): Promise<unknown> =>
  db.query(
    'INSERT INTO photo_leftovers (digest, since) VALUES ($1, now()) ON CONFLICT (digest) DO UPDATE SET since = now()',
    [digest],
  );
