import type { KafkaMessage } from 'kafkajs';
import type { FetchedBatch } from '../fetched-batch.js';
import { describeFailure, dispositionOf } from '@cds/kafka';
import type { PolicyTools, SliceOutcome, SlicePolicy } from './slice-policy.js';

/**
 * Puts aside a message that fails for good, so that its partition moves on. Several that fail together are split first,
 * until the message at fault stands alone. What may heal is thrown on, as is everything while the consumer stops: what
 * is being shut down may be the reason.
 */
export const deadLetter = (): SlicePolicy => (next, tools) => async (slices) => {
  try {
    return await next(slices);
  } catch (error) {
    const [{ batch, messages }, ...others] = slices;
    const [message] = messages;
    if (dispositionOf(error) === 'retry' || message === undefined || isLost(slices)) throw error;
    if (others.length > 0 || messages.length > 1) return 'split';
    if (!batch.goesOn()) throw error;
    return putAside(tools, batch, message, error);
  }
};

const isLost = (slices: readonly { batch: FetchedBatch }[]): boolean =>
  slices.some(({ batch }) => batch.lost() !== undefined);

/** The dead letter is written before the offset moves on: a crash in between makes two of it, never none. */
const putAside = async (
  { deadLetters, skip, logger }: PolicyTools,
  batch: FetchedBatch,
  message: KafkaMessage,
  error: unknown,
): Promise<SliceOutcome> => {
  const { topic, partition } = batch.topicPartition;
  await deadLetters.add(message, { topic, partition, offset: message.offset }, error);
  const result = await skip([{ batch, messages: [message] }]);
  logger.error(
    { topic, partition, offset: message.offset, ...describeFailure(error), err: error },
    'message.dead_lettered',
  );
  return result === 'applied' ? 'dead_lettered' : result;
};
