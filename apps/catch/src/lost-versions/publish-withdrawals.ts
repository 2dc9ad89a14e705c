import { ERASED_ANGLER } from '@cds/contracts';
import type { PublicCatch, PublishedEvent } from '@cds/contracts/events';
import type { CloudEvent } from '@cds/kafka';
import type { LostEvent } from '@cds/publishing/lost-versions';
import { derivedId } from '@cds/service-kit';
import { CATCH_TOPIC, OWNER_TOPIC } from '../catches/publish-catches.js';

/** What was published of a subject that the database does not have. */
export type Unknown = Pick<LostEvent, 'subject' | 'accountId' | 'topic' | 'time'> & {
  /** The highest version; 0 where none was. */
  readonly version: number;
};

/**
 * The deletion of a catch, or the erasure of an angler, that the log does not have. Undefined where the lost event was
 * that itself.
 */
export const withdraw = (lost: LostEvent, at: Date): CloudEvent | undefined => {
  const published = withdrawn(lost as LostEvent & PublishedEvent, at);
  return published && sentAfter({ ...lost, version: lost.data.version }, published, at);
};

/** The erasure of an angler. */
export const withdrawAngler = (angler: Unknown, at: Date): CloudEvent => sentAfter(angler, erased(angler, at), at);

/** With the same id each time, and on each topic. */
const sentAfter = (
  { subject, accountId, topic, time, version }: Unknown,
  published: PublishedEvent,
  at: Date,
): CloudEvent => ({
  ...published,
  id: derivedId('event', time, subject, String(version), 'withdrawn'),
  source: '/catch',
  subject,
  accountId,
  time: at,
  traceparent: null,
  ...(topic === CATCH_TOPIC && { ownerTopic: OWNER_TOPIC }),
});

const withdrawn = (lost: LostEvent & PublishedEvent, at: Date): PublishedEvent | undefined => {
  switch (lost.type) {
    case 'CatchLoggedV1':
      return deleted(lost.data, at);
    case 'CatchEditedV1': {
      const { previous: _, ...view } = lost.data;
      return deleted(view, at);
    }
    case 'VerificationRequestedV1':
    case 'VerificationApprovedV1':
    case 'VerificationRejectedV1':
    case 'VerificationRevokedV1':
      return deleted({ ...lost.data.catch, version: lost.data.version }, at);
    case 'AnglerRenamedV1':
      return erased({ subject: lost.subject, version: lost.data.version }, at);
    default:
      return undefined;
  }
};

const deleted = (view: PublicCatch, at: Date): PublishedEvent => ({
  type: 'CatchDeletedV1',
  data: { ...view, version: view.version + 1, deleted_at: at.toISOString() },
});

const erased = ({ subject: id, version }: Pick<Unknown, 'subject' | 'version'>, at: Date): PublishedEvent => ({
  type: 'AnglerErasedV1',
  data: { id, name: ERASED_ANGLER, version: version + 1, erased_at: at.toISOString() },
});
