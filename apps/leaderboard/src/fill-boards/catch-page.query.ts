import type { Queryable } from '@cds/postgres';
import { Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { CatchFact } from '../catches/catch-fact.js';
import { firstChangeOf } from '../catches/catch-changes.sql.js';
import { type FactRow, toFact } from '../catches/fact-row.js';
import {
  behindAngler,
  byPosition,
  type CatchPosition,
  END,
  isWithinAngler,
  positionOf,
} from '../entries/rankings/ranking.js';

/** Which catches rankings are filled with that are filled together. */
export interface CatchScope {
  /** Null for all species. */
  readonly speciesIds: readonly string[] | null;
  readonly countsUnverified: boolean;
}

export interface CatchPage {
  readonly facts: readonly CatchFact[];
  /** Through which catch the page reaches. */
  readonly end: CatchPosition;
  /** Whether the page has all catches of each of its anglers. */
  readonly hasWholeAnglers: boolean;
}

/** Reads the catches that may count, as the entries show them, in the order of angler, time and id. */
@Injectable()
export class CatchPages {
  /**
   * The catches after a position, at most `max` of them: of whole anglers, unless one has more. A catch with a change
   * that waits is as it was before it. Reads no more than `max` stored catches and `max` changes, and one each that
   * tells whether there are more. The caller holds the writer's lock.
   */
  async after(db: Queryable, scope: CatchScope, from: CatchPosition, max: number): Promise<CatchPage> {
    const stored = await this.read<FactRow & { counts: boolean }>(db, storedStatement(scope, from, max + 1));
    const waiting = await this.read<WaitingRow>(db, waitingStatement(scope, from, max + 1));
    const lists = [
      stored.map((row) => ({ fact: toFact(row), counts: row.counts })),
      waiting.map(({ before, counts }) => ({ fact: toFact(before), counts })),
    ];
    const ends = lists.flatMap((list) => (list.length > max ? list.slice(-1) : []));
    return pageOf(lists.flat().sort(inOrder), ends, from, max);
  }

  private async read<Row extends pg.QueryResultRow>(db: Queryable, statement: pg.QueryConfig): Promise<Row[]> {
    return (await db.query<Row>(statement)).rows;
  }
}

/** What a catch was before a change, and whether that is how entries show it. */
interface WaitingRow {
  readonly before: FactRow;
  readonly counts: boolean;
}

/** `counts`: whether it is a catch of the scope as entries show it. */
interface Read {
  readonly fact: CatchFact;
  readonly counts: boolean;
}

const inOrder = (a: Read, b: Read): number => byPosition(positionOf(a.fact), positionOf(b.fact));

/** A catch that has changed since it was read as stored is there twice, each time as it was before that. */
const factsOf = (read: readonly Read[]): CatchFact[] => [
  ...new Map(read.flatMap(({ fact, counts }) => (counts ? [[fact.catchId, fact] as const] : []))).values(),
];

/** `ends` are the last catches of what was not read to its end: of those behind them not all were read. */
const pageOf = (read: readonly Read[], ends: readonly Read[], from: CatchPosition, max: number): CatchPage => {
  const next = [...ends, ...read.slice(max, max + 1)].sort(inOrder)[0];
  const page = next ? before(next, read) : read;
  const last = page.at(-1)?.fact;
  if (isWithinAngler(from)) {
    const rest = page.filter(({ fact }) => fact.anglerId === from.anglerId);
    const isWhole = !last || next?.fact.anglerId !== from.anglerId;
    return {
      facts: factsOf(rest),
      end: isWhole ? behindAngler(from.anglerId) : positionOf(last),
      hasWholeAnglers: false,
    };
  }
  if (!next || !last) return { facts: factsOf(page), end: END, hasWholeAnglers: true };
  const whole = page.filter(({ fact }) => fact.anglerId !== next.fact.anglerId);
  const lastWhole = whole.at(-1)?.fact;
  if (lastWhole) return { facts: factsOf(whole), end: behindAngler(lastWhole.anglerId), hasWholeAnglers: true };
  return { facts: factsOf(page), end: positionOf(last), hasWholeAnglers: false };
};

/** Of a catch with more changes than were read, the first one is enough. */
const before = (next: Read, read: readonly Read[]): readonly Read[] => {
  const page = read.filter((one) => inOrder(one, next) < 0);
  return page.length > 0 ? page : read.filter((one) => inOrder(one, next) === 0);
};

const nameOf = (what: string, { speciesIds, countsUnverified }: CatchScope): string => {
  const species = speciesIds === null ? 'all' : speciesIds.length === 1 ? 'one' : 'some';
  return `${what}-of-${species}${countsUnverified ? '-unverified-too' : ''}`;
};

/** A single species is compared by `=`, several ones by `ANY`; either is the last parameter. */
const ofSpecies = (column: string, { speciesIds }: CatchScope): string =>
  speciesIds === null ? '' : `AND ${column} = ${speciesIds.length === 1 ? '$5' : 'ANY($5)'}`;

const speciesOf = ({ speciesIds }: CatchScope): unknown[] =>
  speciesIds === null ? [] : [speciesIds.length === 1 ? speciesIds[0] : speciesIds];

/** `earliest` stands for the time of a place before all catches. */
const valuesOf = (scope: CatchScope, from: CatchPosition, limit: number, earliest: string): unknown[] => {
  const time = from.caughtAt === -Infinity ? earliest : new Date(from.caughtAt).toISOString();
  return [from.anglerId, time, from.catchId, limit, ...speciesOf(scope)];
};

const storedStatement = (scope: CatchScope, from: CatchPosition, limit: number): pg.QueryConfig => ({
  name: nameOf('stored-catches-after', scope),
  text: storedSql(scope),
  values: valuesOf(scope, from, limit, '-infinity'),
});

/** No index has unverified catches by species, which few rankings want: those of others are read as well. */
const storedSql = (scope: CatchScope): string => {
  const ofWanted = ofSpecies('fact.species_id', scope);
  return `
  SELECT fact.catch_id, fact.version, fact.measured_version, fact.angler_id, fact.species_id,
    fact.weight_lbs::float8 AS weight_lbs, fact.length_in::float8 AS length_in, fact.depth_ft::float8 AS depth_ft,
    fact.region, fact.verification_tier, fact.caught_at, fact.deleted,
    (${firstChangeOf('fact.catch_id')}) IS NULL ${scope.countsUnverified ? ofWanted : ''} AS counts
  FROM catch_facts AS fact
  WHERE NOT fact.deleted ${scope.countsUnverified ? '' : `AND fact.verification_tier >= 'photo' ${ofWanted}`}
    AND (fact.angler_id, fact.caught_at, fact.catch_id) > ($1, $2::timestamptz, $3)
  ORDER BY fact.angler_id, fact.caught_at, fact.catch_id LIMIT $4`;
};

/** Times in JSON are texts of one width, so that they are in order; none of them is before the empty one. */
const waitingStatement = (scope: CatchScope, from: CatchPosition, limit: number): pg.QueryConfig => ({
  name: nameOf('waiting-catches-after', scope),
  text: waitingSql(scope),
  values: valuesOf(scope, from, limit, ''),
});

const [ANGLER, TIME] = ["change.before->>'angler_id'", "change.before->>'caught_at'"];
const [SPECIES, TIER] = ["change.before->>'species_id'", "change.before->>'verification_tier'"];
const ORDER = `${ANGLER}, ${TIME}, change.catch_id`;

/**
 * What catches were before changes that wait. One index has the changes of verified catches by species and another one
 * all of them. Either is read in its order; what is of no use is read as well, and `counts` is false.
 */
const waitingSql = (scope: CatchScope): string => {
  const isBySpecies = scope.speciesIds?.length === 1 && !scope.countsUnverified;
  const counts = [
    `change.position = (${firstChangeOf('change.catch_id')})`,
    scope.countsUnverified ? '' : `AND ${TIER} <> 'unverified'`,
    isBySpecies ? '' : ofSpecies(SPECIES, scope),
  ];
  const order = isBySpecies ? `${SPECIES}, ${ORDER}` : ORDER;
  return `
  SELECT change.before, ${counts.join(' ')} AS counts FROM catch_changes AS change
  WHERE ${
    isBySpecies
      ? `${TIER} <> 'unverified' AND ${SPECIES} = $5 AND (${order}) > ($5, $1, $2, $3)`
      : `change.before IS NOT NULL AND (${order}) > ($1, $2, $3)`
  }
  ORDER BY ${order}, change.position LIMIT $4`;
};
