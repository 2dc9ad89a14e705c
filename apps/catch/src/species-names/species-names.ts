import { untilKnown } from '@cds/messaging';
import { POOL } from '@cds/postgres';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { NearestNames } from './nearest-names.js';
import { type KnownSpecies, type Resolution, SpeciesIndex } from './species-index.js';
import { anglersNamedIn, type SpeciesView, speciesView, type PublishedSpecies } from './species-view.js';
import { isMeantAsId } from './unknown-species.js';

/** Names that were known to be right so long ago are looked at again by the way. */
const CHECK_AFTER_MS = 1_000;
/** Nobody is answered from names that may have been old for longer. */
const STALE_AFTER_MS = 2_000;
/** Suggestions may lack names that are newer, so that a catalogue that changes is not gone through each time. */
const SUGGESTIONS_KEPT_MS = 10_000;
const SUGGESTIONS = 3;

/**
 * The species that catches may be of, in memory. The copy that consumed a change forgets at once; the others notice
 * within two seconds by the table's fingerprint. A name that is not found is looked up afresh before it is refused.
 */
@Injectable()
export class SpeciesNames {
  private current: { index: SpeciesIndex; fingerprint: string; checkedAt: number } | undefined;
  private loading: Promise<SpeciesIndex> | undefined;
  private checking: Promise<void> | undefined;
  private suggestions: { names: Promise<NearestNames>; from: SpeciesIndex; until: number } | undefined;

  constructor(@Inject(POOL) private readonly pool: pg.Pool) {}

  forget(): void {
    this.current = undefined;
  }

  async resolve(text: string): Promise<Resolution> {
    const known = (await this.index()).resolve(text);
    if (known.found !== 'none') return known;
    await this.check();
    return (await this.index()).resolve(text);
  }

  /** As `resolve`, but the id of a species that has just been created is waited for. */
  async resolveSoon(text: string): Promise<Resolution> {
    const resolved = await this.resolve(text);
    if (resolved.found !== 'none') return resolved;
    const isHere = await untilKnown('species', text, async (id) => {
      const { rowCount } = await this.pool.query({ name: 'is-species-known', text: IS_KNOWN, values: [id] });
      return rowCount !== 0;
    });
    return isHere ? this.resolve(text) : resolved;
  }

  /** The same species, the most caught first, and equally often caught ones by their names. */
  async mostCaughtFirst(species: readonly KnownSpecies[]): Promise<KnownSpecies[]> {
    const values = [species.map(({ id }) => id)];
    const { rows } = await this.pool.query<{ id: string; caught: number }>({ name: 'caught', text: CAUGHT, values });
    const counts = new Map(rows.map(({ id, caught }) => [id, caught]));
    const of = ({ id }: KnownSpecies): number => counts.get(id) ?? 0;
    return [...species].sort((one, other) => of(other) - of(one) || (one.commonName < other.commonName ? -1 : 1));
  }

  /** The names as they are now, for reading many at once. */
  async index(): Promise<SpeciesIndex> {
    const { current } = this;
    if (!current) return this.load();
    const ageMs = Date.now() - current.checkedAt;
    if (ageMs > CHECK_AFTER_MS) this.checking ??= this.check().finally(() => (this.checking = undefined));
    if (ageMs <= STALE_AFTER_MS) {
      this.checking?.catch(() => undefined);
      return current.index;
    }
    await this.checking;
    return this.current?.index ?? this.load();
  }

  /** Species as the species service returns them, by id, without those that the catalogue has not published yet. */
  async views(ids: readonly string[]): Promise<ReadonlyMap<string, SpeciesView>> {
    const { rows } = await this.pool.query<{ document: PublishedSpecies }>({
      name: 'whole-species',
      text: WHOLE,
      values: [[...new Set(ids)]],
    });
    const named = rows.flatMap(({ document }) => anglersNamedIn(document));
    const names = named.length === 0 ? [] : (await this.pool.query<{ id: string; name: string }>(NAMES, [named])).rows;
    const nameOf = new Map(names.map(({ id, name }) => [id, name]));
    return new Map(rows.map(({ document }) => [document.id, speciesView(document, nameOf)]));
  }

  /** Which of the ids a species has or had: a deleted one keeps its id. */
  async everKnown(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const { rows } = await this.pool.query<{ id: string }>({ name: 'ever-known', text: EVER_KNOWN, values: [ids] });
    return new Set(rows.map(({ id }) => id));
  }

  /** The three species nearest to a name that was written, best first. None is near an id. */
  async nearest(text: string): Promise<KnownSpecies[]> {
    if (isMeantAsId(text)) return [];
    const from = await this.index();
    if (!this.suggestions || (this.suggestions.from !== from && this.suggestions.until < Date.now()))
      this.suggestions = { names: NearestNames.of(from.all()), from, until: Date.now() + SUGGESTIONS_KEPT_MS };
    return (await this.suggestions.names).nearest(text, SUGGESTIONS);
  }

  private async check(): Promise<void> {
    const { rows } = await this.pool.query<{ fingerprint: string }>(FINGERPRINT);
    if (rows[0]?.fingerprint !== this.current?.fingerprint) this.forget();
    else if (this.current) this.current.checkedAt = Date.now();
  }

  private load(): Promise<SpeciesIndex> {
    this.loading ??= this.read().finally(() => (this.loading = undefined));
    return this.loading;
  }

  private async read(): Promise<SpeciesIndex> {
    // The fingerprint comes first: rows that change in between make it old, never the index.
    const { rows } = await this.pool.query<{ fingerprint: string }>(FINGERPRINT);
    const species = await this.pool.query<KnownSpecies>(ALL);
    const index = new SpeciesIndex(species.rows);
    this.current = { index, fingerprint: rows[0]?.fingerprint ?? '', checkedAt: Date.now() };
    return index;
  }
}

const FINGERPRINT = `SELECT count(*) || '/' || coalesce(sum(version), 0) || '/' || count(deleted_at) AS fingerprint
  FROM species_names`;

const IS_KNOWN = 'SELECT FROM species_names WHERE id = $1 AND deleted_at IS NULL';

const EVER_KNOWN = 'SELECT id FROM species_names WHERE id = ANY($1)';

/** Counts with what is not folded in yet. `catch_counts` has sums of all tiers, too. */
const CAUGHT = `
SELECT species_id AS id, sum(caught)::float8 AS caught FROM (
  SELECT species_id, count AS caught FROM catch_counts WHERE species_id = ANY($1) AND verification_tier >= 0
  UNION ALL SELECT species_id, delta FROM catch_count_deltas WHERE species_id = ANY($1)
) AS counts GROUP BY species_id`;

const ALL = `
SELECT id, common_name AS "commonName", scientific_name AS "scientificName", aliases, max_weight_lbs AS "maxWeightLbs"
FROM species_names WHERE deleted_at IS NULL`;

const WHOLE = `
SELECT document FROM species_names WHERE id = ANY($1) AND deleted_at IS NULL AND document IS NOT NULL`;

const NAMES = 'SELECT id, name FROM anglers WHERE id = ANY($1)';
