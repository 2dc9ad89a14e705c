import { TOPICS } from '@cds/contracts';
import type { SpeciesChangedV1 } from '@cds/contracts/events';
import { RelayNotifier } from '@cds/event-store';
import { type BatchContext, ConsumeEvents, newestStates, EventConsumer } from '@cds/messaging';
import type { ReceivedEvent } from '@cds/kafka';
import { Clock } from '@cds/service-kit';
import { KeepSpeciesBoardsHandler } from './keep-species-boards.handler.js';

@EventConsumer()
export class MakeBoardsWhenSpeciesChanged {
  constructor(
    private readonly boards: KeepSpeciesBoardsHandler,
    private readonly clock: Clock,
    private readonly relay: RelayNotifier,
  ) {}

  @ConsumeEvents(TOPICS.speciesCatalog)
  async keepBoards(
    events: readonly ReceivedEvent<SpeciesChangedV1>[],
    { tx, afterCommit }: BatchContext,
  ): Promise<void> {
    const newest = newestStates(events);
    const species = {
      changed: newest.flatMap(({ data }) =>
        data ? [{ id: data.id, commonName: data.common_name, version: data.version }] : [],
      ),
      deletedIds: newest.flatMap(({ data, subject }) => (data ? [] : [subject])),
    };
    const context = { occurredAt: this.clock.now(), actor: null, requestId: null, traceparent: null };
    const causes = new Map(newest.map(({ subject, traceparent }) => [subject, traceparent]));
    if (await this.boards.execute(tx, species, context, causes)) afterCommit(() => this.relay.wake());
  }
}
