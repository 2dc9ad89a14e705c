import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { cds } from '../../api/client.js';
import { refusalOf } from '../../api/refusal.js';
import { useSubmission } from '../../api/use-submission.js';
import { isOver, jobQuery } from '../../api/webhooks.js';
import type { Endpoint, Job } from '../../api/webhooks.js';
import { useDraft } from '../../session/draft.js';
import { Button } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import { Form, Select } from '../../ui/field.js';
import { FormError } from '../../ui/form-error.js';
import { TimeField } from '../../ui/time-field.js';
import { ProgressBar } from '../../ui/progress-bar.js';
import { ErrorState, Note } from '../../ui/states.js';
import styles from './webhooks.module.css';

const KINDS = [
  { value: 'recover', label: 'Recover: resend what failed' },
  { value: 'replay', label: 'Replay: send what this endpoint never received' },
];

interface Order {
  readonly kind: 'recover' | 'replay';
  readonly since: string;
  readonly until: string;
}

const DAY_MS = 86_400_000;

interface RecoverCardProps {
  readonly endpoint: Endpoint;
  /** The job that the address names, so that going away and coming back shows it again. */
  readonly jobId: string | undefined;
}

/** Sends what an endpoint missed, and shows how that goes. */
export const RecoverCard = ({ endpoint, jobId }: RecoverCardProps) => {
  const initial: Order = { kind: 'recover', since: new Date(Date.now() - DAY_MS).toISOString(), until: '' };
  const [order, setOrder] = useDraft(`recover-${endpoint.id}`, initial);
  const [client, navigate] = [useQueryClient(), useNavigate()];
  const start = useSubmission({
    send: async (
      { id, kind, since, until }: Order & { readonly id: string },
      options,
    ): Promise<{ readonly id: string }> => {
      const body = { since, ...(until && { until }) };
      return cds.webhooks[kind](id, body, options);
    },
    onSuccess: ({ id }) => {
      void client.invalidateQueries({ queryKey: ['webhooks', 'deliveries'] });
      void navigate({ to: '.', search: (old) => ({ ...old, job: id }), replace: true });
    },
  });
  return (
    <Card title="Recover and replay" description="A resent message keeps its id, so your server can detect duplicates.">
      <div className={styles['stack']}>
        {jobId && <JobProgress id={jobId} />}
        <Form problem={refusalOf(start.error)} onSend={() => start.mutate({ id: endpoint.id, ...order })}>
          <FormError error={start.error} />
          <div className={styles['pair']}>
            <Select
              label="What to send"
              options={KINDS}
              value={order.kind}
              onChange={({ target }) => setOrder({ ...order, kind: target.value as Order['kind'] })}
            />
            <TimeField
              label="Since"
              pointer="/since"
              hint="Up to 30 days back."
              value={order.since}
              onChange={(since) => setOrder({ ...order, since: since ?? '' })}
            />
            <TimeField
              label="Until"
              pointer="/until"
              hint="Leave empty for now."
              value={order.until}
              onChange={(until) => setOrder({ ...order, until: until ?? '' })}
            />
          </div>
          <div>
            <Button type="submit" isBusy={start.isPending} disabled={order.since === ''}>
              {order.kind === 'replay' ? 'Replay' : 'Recover'}
            </Button>
          </div>
        </Form>
      </div>
    </Card>
  );
};

const JobProgress = ({ id }: { readonly id: string }) => {
  const { data: job, error, dataUpdatedAt } = useQuery(jobQuery(id));
  const client = useQueryClient();
  const isFinished = job !== undefined && isOver(job);
  useEffect(() => {
    if (isFinished) void client.invalidateQueries({ queryKey: ['webhooks', 'deliveries'] });
  }, [client, isFinished]);
  if (error && !job) return <ErrorState error={error} />;
  if (!job) return null;
  const verb = job.kind === 'replay' ? 'replay' : 'recovery';
  if (job.status === 'failed')
    return (
      <Note tone="bad" title={`The ${verb} failed`}>
        {job.error}
      </Note>
    );
  if (isFinished)
    return (
      <Note tone="good" title={`The ${verb} is done`}>
        {job.done === 1 ? '1 message was queued' : `${job.done} messages were queued`} for the endpoint. Their outcome
        is shown under Deliveries.
      </Note>
    );
  return (
    <ProgressBar
      label={job.status === 'queued' ? `The ${verb} begins` : `The ${verb} is under way`}
      done={job.done}
      total={job.count}
      unit="messages"
      {...paceOf(job, dataUpdatedAt)}
    />
  );
};

/** How fast it goes since it was asked for, and what is left at that rate. */
const paceOf = (
  { done, count, createdAt }: Job,
  now: number,
): { perSecond: number | null; secondsLeft: number | null } => {
  const seconds = Math.max(1, (now - Date.parse(createdAt)) / 1_000);
  if (done === 0) return { perSecond: null, secondsLeft: null };
  return { perSecond: done / seconds, secondsLeft: (Math.max(0, count - done) * seconds) / done };
};
