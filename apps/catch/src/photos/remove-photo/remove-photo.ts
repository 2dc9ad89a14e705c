import type { CatchPhotoRemoved, VerificationRejected } from '../../catches/catch.events.js';
import { type Logged, pendingVerification } from '../../catches/catch.state.js';
import { EDITED } from '../../catches/edit-catch/edit-catch.js';
import { photoNotFound } from '../photo.errors.js';

/**
 * A tier that was given stays: its reviewer saw the photo. A request that still waits with this photo as evidence is closed,
 * as nobody can check it any more. Fails with `photo.not_found`.
 */
export const removePhoto = (photoId: string, state: Logged): readonly (CatchPhotoRemoved | VerificationRejected)[] => {
  if (!state.photos.some(({ id }) => id === photoId)) throw photoNotFound(photoId);
  const removed: CatchPhotoRemoved = { type: 'CatchPhotoRemoved', data: { photoId } };
  const pending = pendingVerification(state);
  if (!pending?.evidence.photos.includes(photoId)) return [removed];
  return [removed, { type: 'VerificationRejected', data: { verificationId: pending.id, reason: EDITED, decidedBy: null } }];
};
