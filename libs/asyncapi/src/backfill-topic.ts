import { topicDocsOf } from './topic-docs.js';

/** A backfill topic: the events of `origin`, sent again for the consumer `service`. */
export interface BackfillTopic {
  readonly origin: string;
  readonly title: string;
  readonly description: string;
}

/** What a backfill topic is; undefined for a topic that is none of published events. */
export const backfillTopicOf = (name: string): BackfillTopic | undefined => {
  const [, origin = '', service = ''] = /^(.+)\.([^.]+)\.backfill$/.exec(name) ?? [];
  if (!topicDocsOf(origin)) return undefined;
  return {
    origin,
    title: `Backfill of ${service} from ${origin}`,
    description:
      `For operators: events of \`${origin}\` that \`npm run republish\` sends again, for the ${service} service ` +
      'alone. Nobody else needs to read it.',
  };
};
