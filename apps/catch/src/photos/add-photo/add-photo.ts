import { type PhotoImage, PHOTOS_PER_CATCH } from '../../catches/model/catch-photo.js';
import type { CatchPhotoAdded } from '../../catches/model/catch.events.js';
import type { Logged } from '../../catches/model/catch.state.js';
import { tooManyPhotos } from '../photo.errors.js';

export interface AddPhoto {
  photoId: string;
  image: PhotoImage;
}

/** A photo more says nothing against what a reviewer vouched for: the tier stays. Fails with `photo.limit`. */
export const addPhoto = ({ photoId, image }: AddPhoto, state: Logged): CatchPhotoAdded => {
  checkRoom(state);
  return { type: 'CatchPhotoAdded', data: { photoId, anglerId: state.details.anglerId, image } };
};

export const checkRoom = ({ photos }: Logged): void => {
  if (photos.length >= PHOTOS_PER_CATCH) throw tooManyPhotos();
};
