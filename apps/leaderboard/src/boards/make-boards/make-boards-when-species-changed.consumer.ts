import { TOPICS } from '@cds/contracts';
import type { SpeciesChangedV1 } from '@cds/contracts/events';
import { RelayNotifier } from '@cds/event-store';
import { type BatchContext, ConsumeEvents, type ReceivedEvent } from '@cds/messaging';
import { Clock } from '@cds/service-kit';
import { Controller } from '@nestjs/common';
import { KeepSpeciesBoardsHandler } from './keep-species-boards.handler.js';

@Controller()
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
    // Each event carries the whole species: of several in a batch the last one counts.
    const last = [...new Map(events.map((event) => [event.subject, event])).values()];
    const species = {
      changed: last.flatMap(({ data }) =>
        data ? [{ id: data.id, commonName: data.common_name, version: data.version }] : [],
      ),
      deletedIds: last.flatMap(({ data, subject }) => (data ? [] : [subject])),
    };
    const context = { occurredAt: this.clock.now(), actor: null, requestId: null, traceparent: null };
    const causes = new Map(last.map(({ subject, traceparent }) => [subject, traceparent]));
    if (await this.boards.execute(tx, species, context, causes)) afterCommit(() => this.relay.wake());
  }
}
