import { useMutation, useQueryClient } from '@tanstack/react-query';
import { problemOf } from '../../../api/problem.js';
import { type Receiver, receiverQuery, setAnswer } from '../../../api/receivers.js';
import { Card } from '../../../ui/card.js';
import { Select } from '../../../ui/field.js';
import { Note } from '../../../ui/states.js';
import styles from '../webhooks.module.css';
import { answerInWords, DELAYS, STATUSES } from './answer-words.js';

/** What the receiver answers from now on: a failure can be watched, and a recovery. */
export const AnswerCard = ({ receiver: { id, answer } }: { readonly receiver: Receiver }) => {
  const client = useQueryClient();
  // No submission: the last choice holds, and is sent while the one before it is on its way.
  const change = useMutation({
    mutationFn: (changed: Partial<Receiver['answer']>) => setAnswer(id, { ...answer, ...changed }),
    onSuccess: (receiver) => client.setQueryData(receiverQuery(id).queryKey, receiver),
  });
  return (
    <Card title="Answer" description="What it answers from now on.">
      <div className={styles['stack']}>
        <div className={styles['pair']}>
          <Select
            label="Status"
            options={STATUSES}
            value={String(answer.status)}
            onChange={({ target }) => change.mutate({ status: Number(target.value) })}
          />
          <Select
            label="When"
            options={DELAYS}
            value={String(answer.delay_seconds)}
            onChange={({ target }) => change.mutate({ delay_seconds: Number(target.value) })}
          />
        </div>
        <p className={styles['sub']} role="status">
          {change.isSuccess && `It answers ${answerInWords(answer)} from now on.`}
        </p>
        {change.error && <Note tone="bad">{problemOf(change.error).detail}</Note>}
      </div>
    </Card>
  );
};
