import { TOPICS } from '@cds/contracts';
import type { AccountDeletedV1, PublishedEventType } from '@cds/contracts/events';
import type { ReceivedEvent } from '@cds/kafka';
import { type BatchContext, ConsumeEvents, EventConsumer } from '@cds/messaging';
import { DeletedAccounts } from './deleted-accounts.js';

/** An account that is gone leaves no boards behind: they are deleted, in the background. */
@EventConsumer()
export class DeleteBoardsWhenAccountDeleted {
  constructor(private readonly accounts: DeletedAccounts) {}

  @ConsumeEvents(TOPICS.identityEvents)
  async deleteBoards(events: readonly ReceivedEvent<AccountDeletedV1>[], { tx }: BatchContext): Promise<void> {
    const deleted = events.filter(({ type }) => type === ('AccountDeletedV1' satisfies PublishedEventType));
    if (deleted.length > 0)
      await this.accounts.note(
        tx,
        deleted.map(({ subject }) => subject),
      );
  }
}
