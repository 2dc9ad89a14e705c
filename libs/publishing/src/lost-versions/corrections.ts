import type { StreamHead } from '@cds/event-store';
import type { CloudEvent, TopicEvents } from '@cds/kafka';
import type { LostEvent } from './lost-events.js';

/** What a service does so that consumers which have applied lost versions of a subject come to what its log says. */
export interface Corrections {
  /** Where the streams of subjects end, by subject; those that the database does not have are left out. */
  headsOf(subjects: readonly string[]): Promise<ReadonlyMap<string, StreamHead>>;

  /** Whether nothing has to be said of a subject whose stream ends like this, whatever was lost. */
  isFinal(head: StreamHead): boolean;

  /**
   * Appends to the streams of these subjects until each is beyond the version that was lost. A stream that is already
   * stays as it is, so that the call can be repeated.
   */
  restate(lost: readonly LostEvent[]): Promise<void>;

  /**
   * For the topic of the lost event, the event which tells that its subject is gone: the database does not have
   * it.
   * Undefined where the lost event says so itself.
   */
  withdraw(lost: LostEvent, at: Date): CloudEvent | undefined;

  /**
   * The same for subjects that are published as states beside the log. `withdrawn` are those that `withdraw` was asked
   * for.
   */
  withdrawStates(withdrawn: ReadonlySet<string>, since: Date | undefined, at: Date): Promise<readonly TopicEvents[]>;
}
