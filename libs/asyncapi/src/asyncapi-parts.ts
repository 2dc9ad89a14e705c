import type { z } from 'zod';

/** A published event version. */
export interface EventDocs {
  readonly topic: string;
  /** Of its data; its description says what happened and what the subject is. */
  readonly schema: z.ZodType;
  readonly sample: unknown;
}
export type EventDocsByType = Readonly<Record<string, EventDocs>>;

/** A topic as the cluster has it. */
export interface TopicSetup {
  readonly name: string;
  readonly partitions: number;
  /** Kafka's own settings that differ from the cluster's defaults. */
  readonly config: Readonly<Record<string, string>>;
}

/** An event that a webhook tells of. */
export interface ExampleEvent {
  readonly id: string;
  readonly type: string;
  readonly time: Date;
  readonly data: unknown;
}

export interface WebhookTypeDocs {
  /** The published event. */
  readonly event: string;
  /** What it is called to subscribers. */
  readonly type: string;
  /** Whose endpoints it reaches. */
  readonly audience: 'owner' | 'everyone';
}

/** What the service that sends webhooks says of them. */
export interface WebhookDocs {
  /** The events that subscribers receive: published ones, and those of `unpublished`. */
  readonly delivered: readonly WebhookTypeDocs[];
  /** What subscribers alone receive. */
  readonly unpublished?: Readonly<Record<string, Omit<EventDocs, 'topic'>>>;
  readonly answerSeconds: number;
  readonly retrySeconds: readonly number[];
  readonly payloadLimitBytes: number;
  /** The secret that `requestOf` signs with. */
  readonly exampleSecret: string;
  /** The public key, as `whpk_…`, of the key that `requestOf` signs with. */
  readonly examplePublicKey: string;
  /** A request as a receiver gets it. */
  readonly requestOf: (event: ExampleEvent) => {
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  };
}

export interface AsyncApiParts {
  /** Of the product. */
  readonly version: string;
  readonly events: EventDocsByType;
  /** All that the cluster has, dead letters too. */
  readonly topics: readonly TopicSetup[];
  readonly webhooks: WebhookDocs;
}

/** A message as the document has it. */
export interface MessageDocs {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly headers: object;
  readonly payload: object;
  readonly bindings?: object;
  readonly examples: readonly object[];
}

/** A channel with the one operation that there is on it: we send, others receive. */
export interface ChannelDocs {
  readonly name: string;
  readonly operation: string;
  readonly channel: {
    readonly title: string;
    readonly description: string;
    readonly address: string | null;
    readonly servers: readonly object[];
    readonly bindings?: object;
  };
  /** By their names among all messages of the document. */
  readonly messages: Readonly<Record<string, MessageDocs>>;
  readonly operationBindings?: object;
}
