import type { Queryable } from '@cds/postgres';
import type { AppendContext } from '@cds/event-store';
import type { VersionGap } from '@cds/messaging';
import { Injectable } from '@nestjs/common';
import { AnglerNames, type AnglerName, type GivenName } from '../../anglers/angler-names.store.js';
import type { SpeciesRow } from '../../catalogue/species.projection.js';
import { SPECIES_COLUMNS } from '../../catalogue/species.rows.js';
import type { CatchPhotos } from '../../promotions/catch-photos.js';
import { CatchPhotosStore } from '../../promotions/catch-photos.store.js';
import { CatchCounts } from '../catch-counts.store.js';
import { type CatchFact, isEligible } from '../catch-fact.js';
import { CatchFacts } from '../catch-facts.store.js';
import { RecordKeeper, recordKeysOf } from '../record-keeper.js';
import type { CatchHistory } from '../record-moves.decision.js';
import { RestoreSpecies } from '../restore-species/restore-species.js';

/** Versions of catches, with the names that their anglers had then. */
export interface FollowCatches {
  readonly facts: readonly CatchFact[];
  readonly names: readonly AnglerName[];
  /** Names that anglers received by events of their own, such as the placeholder after an erasure. */
  readonly givenNames: readonly GivenName[];
  /** What of the same versions may be shown as photos of species. */
  readonly photos: readonly CatchPhotos[];
  readonly erasedAnglerIds: readonly string[];
}

/** What is to be done once the catches are stored. */
export interface Followed {
  /** There is an event to publish. */
  readonly isTold: boolean;
  /** Promoted photos are to be looked at. */
  readonly hasChecks: boolean;
}

@Injectable()
export class FollowCatchesHandler {
  constructor(
    private readonly catches: CatchFacts,
    private readonly anglers: AnglerNames,
    private readonly counts: CatchCounts,
    private readonly keeper: RecordKeeper,
    private readonly restore: RestoreSpecies,
    private readonly catchPhotos: CatchPhotosStore,
  ) {}

  /**
   * Brings counts and records up to date with these versions; versions that were applied before change nothing. Locks
   * anglers, catches, their photos, species and counts, in that order, each by id.
   */
  async execute(
    tx: Queryable,
    { facts, names, givenNames, photos, erasedAnglerIds }: FollowCatches,
    context: AppendContext,
    noticeGaps: (gaps: readonly VersionGap[]) => void,
  ): Promise<Followed> {
    const credited = photos.filter((one) => one.photos.length > 0);
    const holders = new Set([...facts.filter(isEligible), ...credited].map(({ anglerId }) => anglerId));
    const holdersNames = names.filter(({ anglerId }) => holders.has(anglerId));
    if (holdersNames.length + givenNames.length > 0) await this.anglers.record(tx, holdersNames, givenNames);
    const history = await this.catches.record(tx, facts);
    if (history.gaps.length > 0) noticeGaps(history.gaps);
    const hasChecks = await this.catchPhotos.record(tx, photos, erasedAnglerIds);
    if (history.steps.length === 0) return { isTold: false, hasChecks };
    const species = await lockSpecies(tx, history);
    const restored = await this.restore.execute(tx, missingIn(history, species.ids), context);
    const isTold = await this.keeper.apply(tx, [...species.withRecords, ...restored], history, context);
    await this.counts.add(tx, history);
    return { isTold: isTold || restored.length > 0, hasChecks };
  }
}

interface LockedSpecies {
  readonly ids: ReadonlySet<string>;
  /** Those whose records may move. */
  readonly withRecords: readonly SpeciesRow[];
}

/**
 * A species whose record may move is locked as by a curator who edits it. Of the others the key is enough: nobody can
 * delete them until their catches are counted.
 */
const lockSpecies = async (tx: Queryable, history: CatchHistory): Promise<LockedSpecies> => {
  const moving = [...new Set(recordKeysOf(history).map(({ speciesId }) => speciesId))];
  const all = [...new Set([...history.before, ...history.steps].map(({ speciesId }) => speciesId))];
  const withRecords = moving.length === 0 ? [] : (await tx.query<SpeciesRow>(LOCK, [moving])).rows;
  const others = all.filter((id) => !moving.includes(id));
  const kept = others.length === 0 ? [] : (await tx.query<{ id: string }>(KEEP, [others])).rows;
  return { ids: new Set([...withRecords, ...kept].map(({ id }) => id)), withRecords };
};

/** The species of catches that are there, of which this service knows nothing. */
const missingIn = ({ steps }: CatchHistory, known: ReadonlySet<string>): string[] => [
  ...new Set(steps.filter(({ deleted, speciesId }) => !deleted && !known.has(speciesId)).map((fact) => fact.speciesId)),
];

const LOCK = `SELECT ${SPECIES_COLUMNS} FROM species WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE`;
const KEEP = 'SELECT id FROM species WHERE id = ANY($1) ORDER BY id FOR KEY SHARE';
