import { TOPICS } from '@cds/contracts';

/** What holds for all topics. */
export const DESCRIPTION = `What happens to catches, verifications, anglers, species, leaderboards and accounts: as
CloudEvents on Kafka topics for other teams, and as signed webhooks for subscribers. This document is written from the
senders' side: they \`send\`, you receive. The calls of the API are in [/openapi.json](/openapi.json).

## Reading a topic

- Messages are CloudEvents 1.0 in binary mode: the headers \`ce_…\` tell what happened, the value is the event's
  data as JSON in UTF-8.
- \`ce_type\` names the schema of the data: \`CatchLoggedV1\`. A published version never changes but for new optional
  fields. A new version is published beside the old one, as another message. So pass over each \`ce_type\` and ignore
  each field that you do not know.
- The key is the subject's id, which is also \`ce_subject\`. Events of one subject are in one partition, in the order
  in which they happened. Between subjects there is no order.
- Delivery is at least once. A repeat has the same \`ce_id\`, and the same \`data.version\` for its \`ce_subject\`.
- \`data.version\` increases with each event of a subject. Skip one that is not above what you have of that subject: it
  is a repeat. In \`${TOPICS.catchEvents}\`, \`${TOPICS.leaderboardEvents}\` and \`${TOPICS.identityEvents}\` it counts
  the events from 1, so a gap means that you have missed something. In \`${TOPICS.speciesEvents}\` and
  \`${TOPICS.webhookEvents}\` gaps are usual, since other changes of the subject count too, and on a compacted topic,
  where earlier versions go away. Events of \`${TOPICS.auditEvents}\` have no version: each is a fact of its own.
- An event of a catch, a verification or a species tells the catch or species whole, as the event left it: you need no
  call back. \`previous\` holds the old values of the fields that changed, and of no others.
- A topic that is not compacted keeps its messages for \`retention.ms\`; what is older is read from the API.
- A null value in a compacted topic says that the subject of that key is gone.
- Erase what you keep of a person on \`AnglerErasedV1\`, and what you do for an account on \`AccountDeletedV1\`.

A JSON Schema (draft 2020-12) for the data of each \`ce_type\`, complete in itself, is in \`libs/contracts/schemas\`.`;
