import { Cursors, type CursorEnvelope, type CursorPageQuery, listPage, listScope } from '@cds/listing';
import type { PlaceInList } from '@cds/postgres';
import { Injectable } from '@nestjs/common';
import { SpeciesDetailQuery } from '../../catalogue/species-detail/species-detail.query.js';
import { photoNotFound } from '../photo.errors.js';
import type { SpeciesPhotoView } from '../../catalogue/species-photo-view.js';

@Injectable()
export class PhotoListQuery {
  constructor(
    private readonly detail: SpeciesDetailQuery,
    private readonly cursors: Cursors,
  ) {}

  /** The pictures of a species, some dozens at most: photos in the order in which they are shown, the drawing last. */
  async page(idOrSlug: string, query: CursorPageQuery): Promise<CursorEnvelope<SpeciesPhotoView>> {
    const { view } = await this.detail.execute(idOrSlug);
    const photos = view.photos.map((photo, index) => ({ photo, place: index + 1 }));
    const page = await listPage(this.cursors, listScope(`photos:${view.id}`, null, query), query, {
      rows: async ({ after, offset, limit }: PlaceInList) => photos.slice(Number(after?.[0] ?? offset)).slice(0, limit),
      total: async () => photos.length,
      sortValues: ({ place }) => [place],
    });
    return { ...page, data: page.data.map(({ photo }) => photo) };
  }

  /** One of them; fails with `photo.not_found`. */
  async one(idOrSlug: string, photoId: string): Promise<SpeciesPhotoView> {
    const { view } = await this.detail.execute(idOrSlug);
    const photo = view.photos.find(({ id }) => id === photoId);
    if (!photo) throw photoNotFound(photoId);
    return photo;
  }
}
