import { Clock, ServiceLogger } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import { ServiceReader } from './service-reader.js';

interface Board {
  readonly id: string;
  readonly rule: { readonly period: string };
  readonly entry_count: number;
}

interface Page<T> {
  readonly data: readonly T[];
  readonly total: number;
}

/** What strangers see of the data: a board as it stands, and one of the species. */
export interface PortalHomeView {
  readonly board: (Board & { readonly entries: readonly object[] }) | null;
  readonly species: object | null;
}

const FRESH_MS = 60_000;
/** While a service is away it is not asked for each visitor. */
const RETRY_MS = 5_000;
const DAY_MS = 86_400_000;
const ENTRIES = 5;
/** Boards of all species come first in a list: one for each period. */
const BOARDS = `/v1/leaderboards?metric=heaviest&per_page=4&total=false&fields=id,name,rule,entry_count`;
const SPECIES_FIELDS = 'fields=id,slug,common_name,scientific_name,water,photos,records,max_weight_lbs';
/** The liveliest first. */
const PERIODS = ['week', 'month', 'year', 'all_time'];
/** Coprime to most numbers, so that species of neighbouring letters do not follow each other. */
const STRIDE = 389;

/** Reads it once a minute, however many ask. What a service said last stays while it is away. */
@Injectable()
export class PortalHome {
  private view: PortalHomeView = { board: null, species: null };
  private until = 0;
  private reading: Promise<void> | undefined;

  constructor(
    private readonly reader: ServiceReader,
    private readonly clock: Clock,
    private readonly logger: ServiceLogger,
  ) {}

  async show(): Promise<PortalHomeView> {
    if (this.clock.now().getTime() >= this.until)
      this.reading ??= this.read().finally(() => (this.reading = undefined));
    await this.reading;
    return this.view;
  }

  private async read(): Promise<void> {
    const [board, species] = await Promise.allSettled([this.board(), this.speciesOfTheDay()]);
    const failed = [board, species].find((part) => part.status === 'rejected');
    if (failed) this.logger.event('portal.home_not_read', { err: failed.reason as unknown }, 'warn');
    this.view = {
      board: board.status === 'fulfilled' ? board.value : this.view.board,
      species: species.status === 'fulfilled' ? species.value : this.view.species,
    };
    this.until = this.clock.now().getTime() + (failed ? RETRY_MS : FRESH_MS);
  }

  private async board(): Promise<PortalHomeView['board']> {
    const { data } = await this.reader.get<Page<Board>>('leaderboard', BOARDS);
    const byPeriod = [...data].sort((one, other) => placeOf(one) - placeOf(other));
    const board = byPeriod.find(({ entry_count: count }) => count > 0) ?? byPeriod[0];
    if (!board) return null;
    const path = `/v1/leaderboards/${board.id}/entries?per_page=${ENTRIES}&total=false`;
    return { ...board, entries: (await this.reader.get<Page<object>>('leaderboard', path)).data };
  }

  /** The same for everybody until midnight in UTC. */
  private async speciesOfTheDay(): Promise<object | null> {
    const { total } = await this.reader.get<Page<object>>('species', '/v1/species?per_page=1&fields=id');
    if (total === 0) return null;
    const place = (Math.floor(this.clock.now().getTime() / DAY_MS) * STRIDE) % total;
    const path = `/v1/species?per_page=1&page=${place + 1}&${SPECIES_FIELDS}`;
    return (await this.reader.get<Page<object>>('species', path)).data[0] ?? null;
  }
}

const placeOf = ({ rule: { period } }: Board): number => PERIODS.indexOf(period);
