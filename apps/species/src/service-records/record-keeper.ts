import type { Queryable } from '@cds/postgres';
import type { AppendContext } from '@cds/event-store';
import { Injectable } from '@nestjs/common';
import { SpeciesLog } from '../catalogue/species-log.js';
import { descriptionOf, type SpeciesRow } from '../catalogue/species.projection.js';
import { type CatchFact, isEligible, keysOf, keyText, type RecordKey } from './catch-fact.js';
import { CatchFacts } from './catch-facts.store.js';
import { recordEvents } from './record-events.decision.js';
import { type CatchHistory, isSameHolder, type RecordMove, recordMoves } from './record-moves.decision.js';
import { ServiceRecords } from './service-records.store.js';

/** Keeps the records of species in line with their catches. */
@Injectable()
export class RecordKeeper {
  constructor(
    private readonly catches: CatchFacts,
    private readonly records: ServiceRecords,
    private readonly log: SpeciesLog,
  ) {}

  /**
   * Moves the records of these species, which are locked, by the changes of their catches. Returns whether there is an
   * event to publish.
   */
  async apply(
    tx: Queryable,
    species: readonly SpeciesRow[],
    history: CatchHistory,
    context: AppendContext,
  ): Promise<boolean> {
    const keys = recordKeysOf(history).filter(({ speciesId }) => species.some(({ id }) => id === speciesId));
    if (keys.length === 0) return false;
    const touched = [...new Set(history.steps.map(({ catchId }) => catchId))];
    const best = await this.catches.best(tx, keys, touched);
    const untouched = new Map(best.map(({ key, fact }) => [keyText(key), fact]));
    const holders = await this.records.holders(tx, keys);
    const moves = recordMoves(
      history,
      keys.map((key) => ({
        key,
        holder: holders.get(keyText(key)) ?? null,
        untouched: untouched.get(keyText(key)) ?? null,
      })),
    );
    const newest = [...new Map(history.steps.map((fact) => [fact.catchId, fact])).values()];
    await this.records.save(tx, moves, newest, context.occurredAt);
    return this.tell(tx, species, moves, context);
  }

  /** Gives the records of a locked species to their best catches. Returns whether one was wrong. */
  async correct(
    tx: Queryable,
    species: SpeciesRow,
    keys: readonly RecordKey[],
    context: AppendContext,
  ): Promise<boolean> {
    const best = new Map((await this.catches.best(tx, keys, [])).map(({ key, fact }) => [keyText(key), fact]));
    const holders = await this.records.holders(tx, keys);
    const moves = keys.flatMap((key): RecordMove[] => {
      const [previous, record] = [holders.get(keyText(key)) ?? null, best.get(keyText(key)) ?? null];
      const isShown = key.region !== null || species.serviceRecord?.catchId === record?.catchId;
      if (isSameHolder(previous, record) && isShown) return [];
      return [{ key, previous, record, isBroken: false, traceparent: context.traceparent }];
    });
    await this.records.save(tx, moves, [], context.occurredAt);
    await this.tell(tx, [species], moves, context);
    return moves.length > 0;
  }

  private async tell(
    tx: Queryable,
    species: readonly SpeciesRow[],
    moves: readonly RecordMove[],
    context: AppendContext,
  ): Promise<boolean> {
    let isTold = false;
    for (const row of species) {
      const ofSpecies = moves.filter(({ key }) => key.speciesId === row.id);
      const { events, traceparents } = recordEvents(descriptionOf(row), ofSpecies);
      if (events.length === 0) continue;
      await this.log.append(tx, row, events, { ...context, traceparents });
      isTold = true;
    }
    return isTold;
  }
}

/** The records that a batch may move. */
export const recordKeysOf = ({ before, steps }: CatchHistory): RecordKey[] => {
  const eligible: CatchFact[] = [...before, ...steps].filter(isEligible);
  return [...new Map(eligible.flatMap(keysOf).map((key) => [keyText(key), key])).values()];
};
