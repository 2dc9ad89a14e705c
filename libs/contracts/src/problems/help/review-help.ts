import type { ProblemHelp } from '../problem-help.js';

/** How to deal with problems of verifications, stored files, imports and exports. */
export const REVIEW_HELP = {
  'verification.not_found': {
    causes: ['The id is wrong.', 'The verification belongs to another account, and you lack `verifications:write`.'],
    remedy: 'List what you may see with `GET /v1/verifications`.',
    retry: 'after_fix',
  },
  'verification.pending': {
    causes: ['A tier was asked for before, and no reviewer has decided yet.'],
    remedy: 'Wait for the decision: subscribe to `verification.approved` and `verification.rejected`.',
    retry: 'when_ready',
  },
  'verification.decided': {
    causes: ['Another reviewer was faster, or the catch was edited, which closes a pending verification.'],
    remedy: 'Read the verification. An approval can be revoked; after a rejection the owner may ask again.',
    retry: 'never',
  },
  'verification.not_approved': {
    causes: ['The verification is pending, rejected, or revoked already.'],
    remedy: 'Read its `status`, and reject a pending one instead.',
    retry: 'after_fix',
  },
  'verification.own_catch': {
    causes: ['The reviewer’s credential belongs to the account that logged the catch.'],
    remedy: 'Have a reviewer of another account decide.',
    retry: 'never',
  },
  'verification.evidence_missing': {
    causes: [
      'The photo belongs to another catch, or was removed.',
      'The evidence is for another tier than the one that is asked for.',
    ],
    remedy:
      'Send `evidence.photos` for `photo`, `evidence.witness` for `witnessed`, `evidence.certificate_number` ' +
      'for `certified`.',
    retry: 'after_fix',
  },
  'verification.tier_reached': {
    causes: ['The catch was verified before.'],
    remedy: 'Ask for a higher tier, or leave it: nothing is left to do.',
    retry: 'never',
  },
  'storage.limit': {
    causes: ['Photos of the account, waiting imports, or finished exports take up all the space that it has.'],
    remedy: 'Remove photos that are not needed. Imports and exports give their space back by themselves.',
    retry: 'when_ready',
  },
  'import.not_found': {
    causes: ['The id is wrong or belongs to another account.', 'The import ended more than 30 days ago.'],
    remedy: 'List the imports with `GET /v1/imports`.',
    retry: 'after_fix',
  },
  'import.limit': {
    causes: ['Many small files are sent one after the other.'],
    remedy: 'Put the rows into one file of up to 1,000,000 rows, or poll until an import has begun.',
    retry: 'when_ready',
  },
  'export.not_found': {
    causes: ['The id is wrong or belongs to another account.', 'The export ended more than 30 days ago.'],
    remedy: 'List the exports with `GET /v1/exports`, or ask for a new one.',
    retry: 'after_fix',
  },
  'export.limit': {
    causes: ['Exports are asked for faster than they are written.'],
    remedy: 'Poll until one of them has begun. To keep a copy current, list with `updated_since` instead.',
    retry: 'when_ready',
  },
  'export.not_ready': {
    causes: ['The file was asked for while the export is `queued` or `running`, or the export failed.'],
    remedy: 'Poll `GET /v1/exports/{id}` until `status` is `completed`. Where it is `failed`, ask for a new export.',
    retry: 'when_ready',
  },
  'export.expired': {
    causes: ['The export was made more than 7 days ago.', 'A person in it was erased.'],
    remedy: 'Ask for a new export, and download it soon after it is completed.',
    retry: 'never',
  },
} as const satisfies Record<string, ProblemHelp>;
