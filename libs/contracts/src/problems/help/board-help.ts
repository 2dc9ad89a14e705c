import type { ProblemHelp } from '../problem-help.js';

/** How to deal with problems of species and leaderboards. */
export const BOARD_HELP = {
  'species.unknown': {
    causes: ['The name is misspelled, or is a local one that the catalogue does not have.'],
    remedy:
      'Use one of the names that `detail` suggests. `GET /v1/species?q=` finds species by any name, typing errors ' +
      'included; ids never change.',
    retry: 'after_fix',
  },
  'species.ambiguous': {
    causes: ['The name stands for a kind of fish, such as `bass`, `trout` or `perch`, not for one species.'],
    remedy: 'Send the id or the name of one of the `candidates`.',
    retry: 'after_fix',
  },
  'species.not_found': {
    causes: ['The id or slug is wrong. Names are accepted in catches and filters, not in the path.'],
    remedy: 'Find the species with `GET /v1/species?q=` and use its `id` or `slug`.',
    retry: 'after_fix',
  },
  'species.deleted': {
    causes: ['A curator removed the species from the catalogue, for instance as a duplicate.'],
    remedy: 'Find the species that takes its place with `GET /v1/species?q=`.',
    retry: 'never',
  },
  'species.scientific_name_taken': {
    causes: ['The species is in the catalogue already, perhaps under another common name.'],
    remedy: 'Edit the species that `detail` names: add the common name to it.',
    retry: 'after_fix',
  },
  'species.has_catches': {
    causes: ['Somebody has logged a catch of the species.'],
    remedy: 'Keep the species, and correct what is wrong about it with `PATCH /v1/species/{id}`.',
    retry: 'never',
  },
  'species.record_not_found': {
    causes: ['The id is wrong, belongs to another species, or a service record was to be edited.'],
    remedy: 'List the records with `GET /v1/species/{id}/records`. To edit one, use the id of a world record.',
    retry: 'after_fix',
  },
  'species.record_too_light': {
    causes: ['The weight was given in another unit than pounds.', 'A heavier record has been entered before.'],
    remedy: 'Compare the weight with the records of the species, and correct one of them.',
    retry: 'after_fix',
  },
  'species.record_limit': {
    causes: ['The species has 50 former world records.'],
    remedy: 'Delete former records that were entered in error.',
    retry: 'after_fix',
  },
  'leaderboard.unknown': {
    causes: ['`leaderboard_id` in the filter is wrong, or the board was deleted.'],
    remedy: 'Use an id from `GET /v1/leaderboards`.',
    retry: 'after_fix',
  },
  'leaderboard.not_found': {
    causes: ['The id is wrong, or the account that made the board deleted it.', 'That account was deleted.'],
    remedy: 'Use an id from `GET /v1/leaderboards`: it begins with `lb_`.',
    retry: 'after_fix',
  },
  'leaderboard.built_in': {
    causes: ['The board is one of those that every installation has.'],
    remedy: 'Create a board of your own with `POST /v1/leaderboards`.',
    retry: 'never',
  },
  'leaderboard.forbidden': {
    causes: ['The credential belongs to another account than the one that made the board.'],
    remedy: 'Use a credential of that account, or create a board of your own with the same rule.',
    retry: 'after_fix',
  },
  'leaderboard.limit': {
    causes: ['A board is created for every event or user and never deleted.'],
    remedy: 'Delete boards that are over. Past periods of one board stay readable.',
    retry: 'after_fix',
  },
} as const satisfies Record<string, ProblemHelp>;
