import type { ProblemHelp } from '../problem-help.js';

/** How to deal with problems of catches, photos and anglers. */
export const CATCH_HELP = {
  'catch.not_found': {
    causes: ['The id is wrong or incomplete, or was made by another installation.'],
    remedy: 'Use the `id` of a catch as the API answered it: it begins with `catch_`.',
    retry: 'after_fix',
  },
  'catch.deleted': {
    causes: ['The owner deleted the catch.'],
    remedy:
      'Remove it from your copy. To learn of deletions, subscribe to `catch.deleted`, or list with `updated_since` ' +
      'and `include_deleted=true`.',
    retry: 'never',
  },
  'catch.forbidden': {
    causes: ['The credential belongs to another account than the one that logged the catch.'],
    remedy: 'Use a credential of the owner. `GET /v1/me` tells which account yours belongs to.',
    retry: 'after_fix',
  },
  'catch.external_id_taken': {
    causes: [
      'The same catch was sent before, for instance by a job that ran twice.',
      'Two of your records share an id.',
    ],
    remedy: 'Update the catch that `detail` names, or choose another `external_id`.',
    retry: 'after_fix',
  },
  'catch.too_many_changes': {
    causes: ['A program writes a new value, such as the current time, into the catch again and again.'],
    remedy: 'Find the program and stop it. The catch stays as it is; log a new one if it must change.',
    retry: 'never',
  },
  'catch.weight_implausible': {
    causes: [
      'The weight was given in grams, ounces or kilograms.',
      'A decimal point is missing.',
      'The species is wrong.',
    ],
    remedy: 'Send `weight_lbs` in pounds: 1 kg is 2.20462 lb. Check the species.',
    retry: 'after_fix',
  },
  'photo.not_found': {
    causes: ['The id belongs to a photo of another catch.', 'The photo or its catch was deleted.'],
    remedy: 'Read the catch and use an `id` from its `photos`.',
    retry: 'after_fix',
  },
  'photo.not_promotable': {
    causes: ['The catch is not verified, or is of another species.', 'The owner withdrew the photo.'],
    remedy: 'Choose a photo of a verified catch of this species.',
    retry: 'when_ready',
  },
  'photo.promoted': {
    causes: ['The photo was promoted before.'],
    remedy: 'Nothing is left to do: the species shows the photo.',
    retry: 'never',
  },
  'photo.forbidden': {
    causes: ['The credential belongs to another account than that of the angler in the photo.'],
    remedy: 'Ask the owner to withdraw the photo.',
    retry: 'after_fix',
  },
  'photo.unreadable': {
    causes: ['The upload was interrupted, or the file is damaged.', 'The file was re-encoded as text on its way.'],
    remedy: 'Open the file in an image viewer, save it again as JPEG, PNG or WebP, and send its bytes unchanged.',
    retry: 'after_fix',
  },
  'photo.too_many_pixels': {
    causes: ['A panorama, a scan, or a small file that unpacks to a huge picture.'],
    remedy: 'Scale the picture down before you send it.',
    retry: 'after_fix',
  },
  'photo.limit': {
    causes: ['The catch has 20 photos already, or a job uploads the same ones again.'],
    remedy: 'Remove photos that are not needed with `DELETE /v1/catches/{id}/photos/{photo_id}`.',
    retry: 'after_fix',
  },
  'angler.unknown': {
    causes: ['The id belongs to another account.', 'The `external_id` was sent in place of the `id`.'],
    remedy: 'Create the angler with `POST /v1/anglers`, or leave `angler_id` out to log the catch for your own.',
    retry: 'after_fix',
  },
  'angler.not_found': {
    causes: ['The id is wrong or incomplete.'],
    remedy: 'Use the `id` of an angler as the API answered it: it begins with `ang_`.',
    retry: 'after_fix',
  },
  'angler.forbidden': {
    causes: ['The credential belongs to another account than the one that created the angler.'],
    remedy: 'Use a credential of that account.',
    retry: 'after_fix',
  },
  'angler.erased': {
    causes: ['The angler asked for their data to be erased.'],
    remedy: 'Remove the person from your copy too. An erasure cannot be undone.',
    retry: 'never',
  },
  'angler.external_id_taken': {
    causes: ['The angler was created before.', 'Two of your people share an id.'],
    remedy: 'Use the angler that `detail` names, or choose another `external_id`.',
    retry: 'after_fix',
  },
} as const satisfies Record<string, ProblemHelp>;
