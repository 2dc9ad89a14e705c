import type { CatchPhotoRemoved, VerificationRejected } from '../../catches/model/catch.events.js';
import { type Logged, pendingVerification } from '../../catches/model/catch.state.js';
import { EDITED } from '../../catches/write/edit-catch/edit-catch.js';
import type { CatchPhoto } from '../../catches/model/catch-photo.js';
import { photoNotFound } from '../photo.errors.js';

/** The photo of the catch with this id. Fails with `photo.not_found`. */
export const photoOf = (photoId: string, { photos }: Logged): CatchPhoto => {
  const photo = photos.find(({ id }) => id === photoId);
  if (!photo) throw photoNotFound(photoId);
  return photo;
};

/**
 * A tier that was given stays: its reviewer saw the photo. A request that still waits with this photo as evidence is
 * closed, as nobody can check it any more. Fails with `photo.not_found`.
 */
export const removePhoto = (photoId: string, state: Logged): readonly (CatchPhotoRemoved | VerificationRejected)[] => {
  const { id } = photoOf(photoId, state);
  const removed: CatchPhotoRemoved = { type: 'CatchPhotoRemoved', data: { photoId: id } };
  const pending = pendingVerification(state);
  if (!pending?.evidence.photos.includes(photoId)) return [removed];
  return [
    removed,
    { type: 'VerificationRejected', data: { verificationId: pending.id, reason: EDITED, decidedBy: null } },
  ];
};
