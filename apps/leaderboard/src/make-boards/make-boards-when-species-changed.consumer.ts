import { TOPICS } from '@cds/contracts';
import type { SpeciesChangedV1 } from '@cds/contracts/events';
import { type BatchContext, ConsumeEvents, EventConsumer, newestStates } from '@cds/messaging';
import type { ReceivedEvent } from '@cds/kafka';
import { Clock } from '@cds/service-kit';
import { BoardFiller } from '../fill-boards/board-filler.js';
import { KeepSpeciesBoardsHandler } from './keep-species-boards.handler.js';

@EventConsumer()
export class MakeBoardsWhenSpeciesChanged {
  constructor(
    private readonly boards: KeepSpeciesBoardsHandler,
    private readonly clock: Clock,
    private readonly filler: BoardFiller,
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
    const causes = new Map(newest.map(({ subject, traceparent }) => [subject, traceparent]));
    const times = new Map(newest.map(({ subject, time }) => [subject, time]));
    if (await this.boards.execute(tx, species, this.clock.now(), causes, times)) afterCommit(() => this.filler.wake());
  }
}
