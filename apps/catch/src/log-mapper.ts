import { setImmediate } from 'node:timers/promises';
import type { RecordedEvent } from '@cds/event-sourcing';
import type { VersionRange } from '@cds/event-store';
import { EventMapper } from '@cds/publishing';
import type { CloudEvent, TopicEvents } from '@cds/kafka';
import { POOL } from '@cds/postgres';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { AnglerEvent } from './anglers/angler.events.js';
import { Anglers } from './angler-lookup/anglers.js';
import { publishAnglerEvent } from './anglers/publish-anglers.js';
import type { CatchEvent } from './catches/model/catch.events.js';
import { CatchViews } from './catches/read/catch-views.js';
import { evolve, UNLOGGED } from './catches/model/catch.state.js';
import { CATCH_TOPIC, OWNER_TOPIC, publishCatchEvent, type PublishedViews } from './catches/publish-catches.js';
import { CatchLog } from './catches/log/catch-log.js';
import { anglersIn, type CatchStep } from './catches/log/catch-states.js';
import { isAnglerEvent, type LogEvent } from './log.codec.js';

/** Events that are mapped at one go: requests are answered in between. */
const SLICE = 100;

/**
 * Publishes the log whole: each event of a catch with the states before and after it, and without what was erased
 * meanwhile; as everybody may see it on one topic, and as its owner reads it on the other. A stream is folded once for
 * all of its events in a batch.
 */
@Injectable()
export class LogMapper extends EventMapper<LogEvent> {
  readonly topic = CATCH_TOPIC;

  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    @Inject(CatchLog) private readonly log: Pick<CatchLog, 'steps'>,
    private readonly views: CatchViews,
    private readonly anglers: Anglers,
  ) {
    super();
  }

  override get topics(): readonly string[] {
    return [CATCH_TOPIC, OWNER_TOPIC];
  }

  async publish(events: readonly RecordedEvent<LogEvent>[]): Promise<CloudEvent[]> {
    return (await this.viewsOf(events)).map(({ everyone }) => everyone);
  }

  override async publishAll(events: readonly RecordedEvent<LogEvent>[]): Promise<readonly TopicEvents[]> {
    const views = await this.viewsOf(events);
    return [
      { topic: CATCH_TOPIC, events: views.map(({ everyone }) => everyone) },
      { topic: OWNER_TOPIC, events: views.map(({ owner }) => owner) },
    ];
  }

  /** Who reads what owners read gets every event there. */
  override backfilled(read: readonly string[]): readonly string[] {
    return read.includes(OWNER_TOPIC) ? [OWNER_TOPIC] : read;
  }

  private async viewsOf(events: readonly RecordedEvent<LogEvent>[]): Promise<PublishedViews[]> {
    const ofAnglers = await this.publishAnglers(events.filter((event) => isAnglerEvent(event)));
    const ofCatches = await this.publishCatches(
      events.filter((event): event is RecordedEvent<CatchEvent> => !isAnglerEvent(event)),
    );
    const published = new Map([...ofAnglers, ...ofCatches].map((views) => [views.owner.id, views]));
    return events.flatMap(({ metadata }) => published.get(metadata.eventId) ?? []);
  }

  private async publishAnglers(events: readonly RecordedEvent<AnglerEvent>[]): Promise<PublishedViews[]> {
    if (events.length === 0) return [];
    const names = await this.anglers.names(events.map(({ metadata }) => metadata.streamId));
    return events.map((event) => {
      const owner = publishAnglerEvent(event, names.get(event.metadata.streamId)?.name ?? '');
      return { everyone: { ...owner, ownerTopic: OWNER_TOPIC }, owner };
    });
  }

  private async publishCatches(events: readonly RecordedEvent<CatchEvent>[]): Promise<PublishedViews[]> {
    if (events.length === 0) return [];
    const wanted = new Set(events.map(({ metadata }) => metadata.eventId));
    const ranges = versionsOf(events);
    const created = events.filter(({ metadata }) => ranges.get(metadata.streamId)?.toVersion === 1);
    for (const { metadata } of created) ranges.delete(metadata.streamId);
    const streams = await this.log.steps(this.pool, ranges);
    const changes = [...streams.values()].flat().filter(({ event }) => wanted.has(event.metadata.eventId));
    const steps = [...created.map(firstStep), ...changes];
    const namesOf = await this.views.namesOf(anglersIn(steps));
    const published: PublishedViews[] = [];
    for (let at = 0; at < steps.length; at += SLICE) {
      published.push(...steps.slice(at, at + SLICE).map((step) => publishCatchEvent(step, namesOf)));
      await setImmediate();
    }
    return published;
  }
}

/** A catch that is new: nothing has to be read. */
const firstStep = (event: RecordedEvent<CatchEvent>): CatchStep => ({
  before: UNLOGGED,
  event,
  after: evolve(UNLOGGED, event),
});

/** Which versions of each stream the events are: from the first one to the last. */
const versionsOf = (events: readonly RecordedEvent<CatchEvent>[]): Map<string, VersionRange> => {
  const ranges = new Map<string, VersionRange>();
  for (const { metadata } of events) {
    const { streamId, version } = metadata;
    const { fromVersion, toVersion } = ranges.get(streamId) ?? { fromVersion: version, toVersion: version };
    ranges.set(streamId, { fromVersion: Math.min(fromVersion, version), toVersion: Math.max(toVersion, version) });
  }
  return ranges;
};
