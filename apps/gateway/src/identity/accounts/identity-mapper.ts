import type { RecordedEvent } from '@cds/event-sourcing';
import { EventMapper } from '@cds/publishing';
import type { CloudEvent } from '@cds/kafka';
import { Injectable } from '@nestjs/common';
import type { AccountEvent } from './account.events.js';
import { IDENTITY_TOPIC, publishAccountEvent } from './publish-accounts.js';

/** Publishes what others must hear of accounts. */
@Injectable()
export class IdentityMapper extends EventMapper<AccountEvent> {
  readonly topic = IDENTITY_TOPIC;

  publish(events: readonly RecordedEvent<AccountEvent>[]): CloudEvent[] {
    return events.map(publishAccountEvent);
  }
}
