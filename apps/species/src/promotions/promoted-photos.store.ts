import type { Queryable } from '@cds/postgres';
import { Injectable } from '@nestjs/common';
import type { CatchPhoto } from './catch-photos.js';

export interface PromotedPhoto {
  readonly photoId: string;
  readonly speciesId: string;
  readonly catchId: string;
  readonly anglerId: string;
  readonly accountId: string;
}

/** A photo of a catch with what may be promoted of it. */
export interface PromotablePhoto extends PromotedPhoto {
  readonly photo: CatchPhoto;
}

/** Which photos of catches are shown as photos of species. */
@Injectable()
export class PromotedPhotos {
  /**
   * A photo of a verified catch; undefined when there is none. The catch's photos and the name of its angler stay as
   * they are until `tx` ends: whoever changes them then finds what became of it.
   */
  async promotable(tx: Queryable, catchId: string, photoId: string): Promise<PromotablePhoto | undefined> {
    await tx.query(HOLD_ANGLER, [catchId]);
    return (await tx.query<PromotablePhoto>(PROMOTABLE, [catchId, photoId])).rows[0];
  }

  async isWithdrawn(tx: Queryable, photoId: string): Promise<boolean> {
    return Boolean((await tx.query('SELECT FROM withdrawn_photos WHERE photo_id = $1', [photoId])).rowCount);
  }

  /** Remembers that the owner does not want it, for ever. */
  async withdraw(tx: Queryable, photoId: string, at: Date): Promise<void> {
    await tx.query(WITHDRAW, [photoId, at]);
  }

  async find(tx: Queryable, photoId: string): Promise<PromotedPhoto | undefined> {
    return (await tx.query<PromotedPhoto>(FIND, [photoId])).rows[0];
  }

  async add(tx: Queryable, { photoId, speciesId, catchId, anglerId, accountId }: PromotedPhoto): Promise<void> {
    await tx.query(ADD, [photoId, speciesId, catchId, anglerId, accountId]);
  }

  /** Whether a promoted photo may still be shown: its catch is verified, of the species, and has it. */
  async isValid(tx: Queryable, { photoId, ...promoted }: PromotedPhoto): Promise<boolean> {
    const { catchId, speciesId, anglerId } = promoted;
    return Boolean((await tx.query(VALID, [catchId, speciesId, anglerId, photoId])).rowCount);
  }
}

// Before the catch's photos, as those who follow catches lock them.
const HOLD_ANGLER = `
  SELECT FROM anglers WHERE id = (SELECT angler_id FROM catch_photos WHERE catch_id = $1) FOR SHARE`;

const PROMOTABLE = `
  SELECT photo ->> 'id' AS "photoId", held.species_id AS "speciesId", held.catch_id AS "catchId",
    held.angler_id AS "anglerId", held.account_id AS "accountId", photo
  FROM (SELECT species_id, catch_id, angler_id, account_id, photos FROM catch_photos WHERE catch_id = $1 FOR SHARE)
    AS held, jsonb_array_elements(held.photos) AS photo
  WHERE photo ->> 'id' = $2`;

const WITHDRAW = `
  INSERT INTO withdrawn_photos (photo_id, withdrawn_at) VALUES ($1, $2) ON CONFLICT (photo_id) DO NOTHING`;

const FIND = `
  SELECT photo_id AS "photoId", species_id AS "speciesId", catch_id AS "catchId", angler_id AS "anglerId",
    account_id AS "accountId"
  FROM promoted_photos WHERE photo_id = $1`;

const ADD = `
  INSERT INTO promoted_photos (photo_id, species_id, catch_id, angler_id, account_id) VALUES ($1, $2, $3, $4, $5)`;

const VALID = `
  SELECT FROM catch_photos WHERE catch_id = $1 AND species_id = $2 AND angler_id = $3
    AND photos @> jsonb_build_array(jsonb_build_object('id', $4::text))`;
