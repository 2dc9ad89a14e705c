import type { ProblemText } from './problem-text.js';

/** Problems of catches, photos, anglers, verifications, imports and exports. */
export const CATCH_PROBLEMS = {
  'catch.not_found': { title: 'There is no such catch', explanation: 'No catch has this id.' },
  'catch.deleted': { title: 'The catch was deleted', explanation: 'The catch with this id was deleted by its owner.' },
  'catch.forbidden': {
    title: 'The catch belongs to another account',
    explanation: 'Only the account that logged a catch can change it.',
  },
  'photo.not_found': {
    title: 'There is no such photo',
    explanation: 'The catch has no photo with this id, or it was removed, or the catch was deleted.',
  },
  'photo.not_promotable': {
    title: 'The photo cannot be shown as a photo of the species',
    explanation:
      'Photos of verified catches of the species can be promoted, unless their owner withdrew them; `detail` tells ' +
      'why.',
  },
  'photo.promoted': {
    title: 'The species shows the photo already',
    explanation: 'A photo of a catch is shown once.',
  },
  'photo.forbidden': {
    title: 'The photo belongs to another account',
    explanation: 'Only the account of the angler can withdraw a photo from its species.',
  },
  'photo.unreadable': {
    title: 'The photo cannot be read',
    explanation: 'The file begins like a JPEG, PNG or WebP, but cannot be decoded: it is truncated or damaged.',
  },
  'photo.too_many_pixels': {
    title: 'The photo has too many pixels',
    explanation:
      'Width times height is over what this service decodes; `detail` tells the limit. Send a smaller version.',
  },
  'photo.limit': {
    title: 'The catch has too many photos',
    explanation: 'A catch may have 20 photos. Remove one first.',
  },
  'catch.external_id_taken': {
    title: 'The external_id is in use',
    explanation: 'Another catch of this account has this external_id; `detail` names it.',
  },
  'catch.too_many_changes': {
    title: 'The catch was changed too often',
    explanation: 'A catch may have 10,000 versions and 100 verifications. It can still be read and deleted.',
  },
  'catch.weight_implausible': {
    title: 'The weight is implausible for the species',
    explanation: 'The weight is over twice the greatest weight known for the species.',
  },
  'angler.unknown': {
    title: 'The angler is not known',
    explanation: 'No angler has this id or, where a catch is written, this account has none with it.',
  },
  'angler.not_found': { title: 'There is no such angler', explanation: 'No angler has this id.' },
  'angler.forbidden': {
    title: 'The angler belongs to another account',
    explanation: 'Only the account that knows an angler can change or erase them.',
  },
  'angler.erased': {
    title: 'The angler was erased',
    explanation: 'All that is personal of this angler was removed for good; the bare figures of their catches stay.',
  },
  'angler.external_id_taken': {
    title: 'The external_id is in use',
    explanation: 'Another angler of this account has this external_id; `detail` names them.',
  },
  'verification.not_found': {
    title: 'There is no such verification',
    explanation: 'No verification that you may see has this id.',
  },
  'verification.pending': {
    title: 'A verification is already pending',
    explanation: 'A catch has one pending verification at a time; `detail` names it.',
  },
  'verification.decided': {
    title: 'The verification was already decided',
    explanation: 'A decision that was made cannot be made again.',
  },
  'verification.not_approved': {
    title: 'The verification was not approved',
    explanation: 'Only an approved verification can be revoked; one that is pending can be approved or rejected.',
  },
  'verification.own_catch': {
    title: 'Nobody reviews a catch of their own',
    explanation: 'The reviewer’s account is the one that logged the catch.',
  },
  'verification.evidence_missing': {
    title: 'Evidence is missing',
    explanation: 'Tier `photo` needs a photo of this catch, `witnessed` a witness, `certified` a certificate number.',
  },
  'verification.tier_reached': {
    title: 'The catch already has this tier',
    explanation: 'The catch is verified at the tier asked for, or at a better one.',
  },
  'storage.limit': {
    title: 'The account keeps as much as it may',
    explanation:
      'The photos, imports and exports of an account may each take so many bytes as `detail` says. Nothing was ' +
      'stored. Remove photos, or wait: the file of an import goes when it ends, rows that it refused 30 days later, ' +
      'and the file of an export 7 days after it was made.',
  },
  'import.not_found': {
    title: 'There is no such import',
    explanation: 'No import of this account has this id. An import is forgotten 30 days after it ended.',
  },
  'import.limit': {
    title: 'Too many imports wait',
    explanation:
      'An account has at most 5 imports that wait for their turn, and sends at most 20 files at the same time. ' +
      'Nothing was stored; send the file again when one of them has begun.',
  },
  'export.not_found': {
    title: 'There is no such export',
    explanation: 'No export of this account has this id. An export is forgotten 30 days after it ended.',
  },
  'export.limit': {
    title: 'Too many exports wait',
    explanation: 'An account has at most 5 exports that wait for their turn. Ask again when one of them has begun.',
  },
  'export.not_ready': {
    title: 'The export is not finished',
    explanation: 'The file can be downloaded when `status` is `completed`.',
  },
  'export.expired': {
    title: 'The export has expired',
    explanation: 'A file is kept for 7 days, or until a person in it is erased. Ask for a new export.',
  },
} as const satisfies Record<string, ProblemText>;
