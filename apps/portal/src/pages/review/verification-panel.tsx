import type { Catch, Verification } from '@catch-data/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Check, X } from 'lucide-react';
import { useState } from 'react';
import { catchQuery } from '../../api/catches.js';
import { problemOf } from '../../api/problem.js';
import { useSubmission } from '../../api/use-submission.js';
import { decide, type Decision } from '../../api/verifications.js';
import { Measured } from '../../measures/measured.js';
import { Button } from '../../ui/button.js';
import { Facts } from '../../ui/facts.js';
import { TextField } from '../../ui/field.js';
import { FormDialog } from '../../ui/form-dialog.js';
import { ErrorState, Note, Skeleton } from '../../ui/states.js';
import { Timestamp } from '../../ui/timestamp.js';
import { showToast } from '../../ui/toast.js';
import { useKeys } from '../../ui/use-keys.js';
import { placeOf } from '../catches/place.js';
import { TierBadge, tierLabel } from '../catches/tier-badge.js';
import styles from './review.module.css';

interface VerificationPanelProps {
  readonly verification: Verification;
  readonly onDecided: () => void;
}

/** One request with its evidence, and the reviewer's word. */
export const VerificationPanel = ({ verification, onDecided }: VerificationPanelProps) => {
  const { data: caught, error } = useQuery(catchQuery(verification.catch_id));
  return (
    <section className={styles['panel']} aria-label="The request">
      {error && !caught && <ErrorState error={error} />}
      {!error && !caught && <Skeleton lines={6} label="Loading the catch" />}
      {caught && <Evidence verification={verification} caught={caught} />}
      <Decide verification={verification} onDecided={onDecided} />
    </section>
  );
};

const Evidence = ({ verification, caught }: { readonly verification: Verification; readonly caught: Catch }) => {
  const { evidence } = verification;
  const shown = caught.photos.filter(({ id }) => evidence.photos.includes(id));
  return (
    <>
      <h2 className={styles['title']}>
        <Link to="/catches/$catchId" params={{ catchId: caught.id }}>
          {caught.species}
        </Link>
        <TierBadge tier={caught.verification_tier} />
        <span>asks for {tierLabel(verification.tier)}</span>
      </h2>
      {shown.map(({ id, variants: { large } }, at) => (
        <img
          key={id}
          src={large.url}
          width={large.width}
          height={large.height}
          alt={`Evidence, photo ${at + 1} of ${shown.length}`}
          className={styles['evidence']}
        />
      ))}
      {evidence.photos.length > shown.length && (
        <Note tone="warn">A photo of the evidence has been deleted since.</Note>
      )}
      <Facts
        facts={[
          ['Weight', <Measured key="weight" as="weight" value={caught.weight_lbs} />],
          ['Length', <Measured key="length" as="length" value={caught.length_in} />],
          ['Angler', caught.angler.name],
          ['Caught', <Timestamp key="caught" at={caught.caught_at} as="absolute" />],
          ['Place', placeOf(caught.location)],
          ['Witness', evidence.witness && [evidence.witness.name, evidence.witness.email].filter(Boolean).join(', ')],
          ['Certificate', evidence.certificate_number],
          ['Asked', <Timestamp key="asked" at={verification.created_at} as="absolute" />],
          ['Decided', verification.decided_at && <Timestamp key="at" at={verification.decided_at} as="absolute" />],
          ['Reason', verification.reason],
        ]}
      />
    </>
  );
};

const WORDS = { approve: 'Approve', reject: 'Reject', revoke: 'Revoke' } as const;
const DONE = { approve: 'Approved.', reject: 'Rejected.', revoke: 'Revoked.' } as const;

const Decide = ({ verification, onDecided }: VerificationPanelProps) => {
  const [asking, setAsking] = useState<'reject' | 'revoke' | null>(null);
  const client = useQueryClient();
  const decision = useSubmission({
    send: ({ id, verb, reason }: { id: string; verb: Decision; reason: string }, options) =>
      decide(id, verb, reason, options),
    onSuccess: async (_answer, { verb }) => {
      setAsking(null);
      showToast(DONE[verb]);
      onDecided();
      await Promise.all(
        [['verifications'], ['catch', verification.catch_id]].map((queryKey) => client.invalidateQueries({ queryKey })),
      );
    },
  });
  const isPending = verification.status === 'pending';
  const against = isPending ? 'reject' : 'revoke';
  const isOpen = isPending || verification.status === 'approved';
  const approve = () => isPending && decision.mutate({ id: verification.id, verb: 'approve', reason: '' });
  useKeys({ a: approve, r: () => isOpen && setAsking(against) });
  if (!isOpen) return null;
  return (
    <>
      {decision.error && !asking && <Note tone="bad">{problemOf(decision.error).detail}</Note>}
      <div className={styles['buttons']}>
        {isPending && (
          <Button variant="primary" icon={Check} isBusy={decision.isPending} onClick={approve}>
            Approve
          </Button>
        )}
        <Button variant="danger" icon={X} disabled={decision.isPending} onClick={() => setAsking(against)}>
          {WORDS[against]}
        </Button>
      </div>
      {asking && (
        <ReasonDialog
          verb={asking}
          sending={decision}
          onClose={() => setAsking(null)}
          onSubmit={(reason) => decision.mutate({ id: verification.id, verb: asking, reason })}
        />
      )}
    </>
  );
};

interface ReasonDialogProps {
  readonly verb: 'reject' | 'revoke';
  readonly sending: { readonly isPending: boolean; readonly error: unknown };
  readonly onClose: () => void;
  readonly onSubmit: (reason: string) => void;
}

const ReasonDialog = ({ verb, sending, onClose, onSubmit }: ReasonDialogProps) => (
  <FormDialog
    title={verb === 'revoke' ? 'Revoke the approval' : 'Reject the request'}
    submitLabel={WORDS[verb]}
    isDangerous
    sending={sending}
    onClose={onClose}
    onSubmit={(fields) => onSubmit(String(fields.get('reason')).trim())}
  >
    <TextField
      label="Reason"
      name="reason"
      required
      maxLength={200}
      pattern=".*\S.*"
      autoFocus
      hint="The angler will see it."
    />
  </FormDialog>
);
