import { setTimeout as sleep } from 'node:timers/promises';
import { type IdKind, ID_PREFIXES, type Topic, TOPICS } from '@cds/contracts';
import { AppError, findAppError, type Violation } from '@cds/errors';
import { POOL } from '@cds/postgres';
import type { Queryable } from '@cds/postgres';
import { timeOfId } from '@cds/service-kit';
import { throwIfAny } from '@cds/validation';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { unknownOf } from './known-ids/known-ids.js';
import { TopicProgress } from './known-ids/topic-progress.js';
import { type EndpointFilter, endpointFilterPatch, filterOrNull } from './settings/endpoint-filter.js';

/** What has just been made may not be known here yet: it is waited for. */
const YOUNG_MS = 60_000;
const WAIT_MS = 5_000;
const LOOK_EVERY_MS = 100;

/**
 * Holds the ids of filters against the species, boards and anglers that there are. This service hears of them from
 * others, some milliseconds late, so that an id is refused only when nothing that may tell of it is still to be read
 * (ADR 88).
 */
@Injectable()
export class FilterIds {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly progress: TopicProgress,
  ) {}

  /**
   * Does `write`, in which `checkFilterIds` looks at a filter. Where that finds ids that are not known, waits outside
   * of any transaction until it is clear whether they exist, and fails with a 422 that names them, or does it once
   * more.
   */
  async settled<T>(write: (accepted: ReadonlySet<string>) => Promise<T>): Promise<T> {
    try {
      return await write(new Set());
    } catch (error) {
      if (!(error instanceof UnknownFilterIds)) throw error;
      return write(await this.settle(error.ids));
    }
  }

  /** Those of the ids that nobody can tell of yet: they count as existing. */
  private async settle(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const startedAt = performance.now();
    const waitMs = ids.some(isYoung) ? WAIT_MS : 0;
    let unknown = await unknownOf(this.pool, ids);
    while (unknown.length > 0 && performance.now() - startedAt < waitMs) {
      await sleep(LOOK_EVERY_MS);
      unknown = await unknownOf(this.pool, ids);
    }
    const isSure = await Promise.all(unknown.map((id) => this.progress.hasReadAll(KINDS[kindOf(id)].topic)));
    // What was read until then may name some of them.
    const missing = new Set(await unknownOf(this.pool, unknown));
    const refused = unknown.filter((id, index) => isSure[index] && missing.has(id));
    if (refused.length > 0) throw unknownIds(refused);
    return new Set(unknown);
  }
}

/**
 * Fails with `angler.unknown` for an erased angler, and, for ids that are not known, with what `FilterIds.settled`
 * catches. Ids that `before` has are not looked at again: what they name may be gone since.
 */
export const checkFilterIds = async (
  tx: Queryable,
  filter: EndpointFilter | null,
  { before, accepted }: { before?: EndpointFilter | null; accepted: ReadonlySet<string> },
): Promise<void> => {
  const ids = idsOf(filter).filter((id) => !idsOf(before ?? null).includes(id));
  const { rows } = await tx.query<{ id: string }>(ERASED, [ids]);
  if (rows[0]) throw unknownIds([rows[0].id], 'is the id of an erased angler');
  const unknown = await unknownOf(
    tx,
    ids.filter((id) => !accepted.has(id)),
  );
  if (unknown.length > 0) throw new UnknownFilterIds(unknown);
};

/**
 * Reads an order from a body. A refusal names the unknown ids in the filter too, so that all
 * that is wrong is named at once; an id of a moment ago may become known, and is left out.
 */
export const readWithFilterIds = async <T>(db: Queryable, body: unknown, read: () => T): Promise<T> => {
  try {
    return read();
  } catch (error) {
    const { kind, violations = [] } = findAppError(error) ?? {};
    const unknown = await unknownOf(db, idsNamedIn(body));
    const rejected = violationsOf(unknown.filter((id) => !isYoung(id)));
    if (rejected.length === 0) throw error;
    const isInvalid = kind === 'invalid';
    throwIfAny({ invalid: isInvalid ? violations : [], rejected: [...(isInvalid ? [] : violations), ...rejected] });
    throw error;
  }
};

/** The ids in the filter of a body, if that is one. */
const idsNamedIn = (body: unknown): string[] => {
  const { data } = endpointFilterPatch.safeParse((body as { filter?: unknown } | null | undefined)?.filter);
  return idsOf(filterOrNull(data ?? null));
};

const ERASED = 'SELECT angler_id AS id FROM erased_anglers WHERE angler_id = ANY($1)';

const idsOf = (filter: EndpointFilter | null): string[] => FIELDS.flatMap((field) => filter?.[field] ?? []);

class UnknownFilterIds extends Error {
  constructor(readonly ids: readonly string[]) {
    super(`not known: ${ids.join(', ')}`);
  }
}

const FIELDS = ['species_id', 'leaderboard_id', 'angler_id'] as const;

const KINDS = {
  species: { field: 'species_id', code: 'species.unknown', name: 'species', topic: TOPICS.speciesCatalog },
  leaderboard: {
    field: 'leaderboard_id',
    code: 'leaderboard.unknown',
    name: 'leaderboard',
    topic: TOPICS.leaderboardBoards,
  },
  angler: { field: 'angler_id', code: 'angler.unknown', name: 'angler', topic: TOPICS.catchAnglers },
} as const satisfies Partial<
  Record<IdKind, { field: (typeof FIELDS)[number]; code: string; name: string; topic: Topic }>
>;

const kindOf = (id: string): keyof typeof KINDS => {
  if (id.startsWith(`${ID_PREFIXES.species}_`)) return 'species';
  return id.startsWith(`${ID_PREFIXES.leaderboard}_`) ? 'leaderboard' : 'angler';
};

const isYoung = (id: string): boolean => Math.abs(Date.now() - timeOfId(id).getTime()) < YOUNG_MS;

const unknownIds = (ids: readonly string[], detail?: string): AppError => {
  const [first] = ids;
  const { code, name } = KINDS[kindOf(first ?? '')];
  return new AppError({
    code,
    kind: 'rejected',
    message: detail ? `The ${name} ${first} was erased.` : `There is no ${name} with the id ${first}.`,
    violations: violationsOf(ids, detail),
  });
};

const violationsOf = (ids: readonly string[], detail?: string): Violation[] =>
  ids.map((id) => {
    const { field, code, name } = KINDS[kindOf(id)];
    return { pointer: `/filter/${field}`, code, detail: detail ?? `No ${name} has the id ${id}.` };
  });
