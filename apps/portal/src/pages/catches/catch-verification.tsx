import type { Catch, NewVerification } from '@catch-data/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { requestVerification } from '../../api/catches.js';
import { useSubmission } from '../../api/use-submission.js';
import { ownVerificationOfQuery } from '../../api/verifications.js';
import { Button } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import { Select, TextField } from '../../ui/field.js';
import { FormDialog } from '../../ui/form-dialog.js';
import { Note } from '../../ui/states.js';
import { Timestamp } from '../../ui/timestamp.js';
import { showToast } from '../../ui/toast.js';
import { optionsOf } from '../../ui/words.js';
import { TierBadge, tierLabel } from './tier-badge.js';

interface CatchVerificationProps {
  readonly caught: Catch;
  readonly isOwn: boolean;
}

/** How far a catch is verified, what is being asked for, and the way to ask for more. */
export const CatchVerification = ({ caught, isOwn }: CatchVerificationProps) => {
  const [isAsking, setIsAsking] = useState(false);
  const { data: latest } = useQuery({ ...ownVerificationOfQuery(caught.id, caught.version), enabled: isOwn });
  const isPending = latest?.status === 'pending';
  return (
    <Card title="Verification" actions={<TierBadge tier={caught.verification_tier} />}>
      <p>{MEANINGS[caught.verification_tier]}</p>
      {latest && (
        <p>
          {STATES[latest.status]} <strong>{tierLabel(latest.tier)}</strong>, <Timestamp at={latest.created_at} />
          {latest.reason && `: ${latest.reason}`}
        </p>
      )}
      {isOwn && !isPending && caught.verification_tier !== 'certified' && (
        <Button icon={ShieldCheck} onClick={() => setIsAsking(true)}>
          Request verification
        </Button>
      )}
      {isAsking && <RequestDialog caught={caught} onClose={() => setIsAsking(false)} />}
    </Card>
  );
};

const MEANINGS: Readonly<Record<Catch['verification_tier'], string>> = {
  unverified: 'Nobody has checked this catch. Most boards count catches from the tier Photo on.',
  photo: 'A reviewer has checked a photo of it.',
  witnessed: 'A second person signed for it. It counts for records of this service.',
  certified: 'It was weighed on a certified scale.',
};

const STATES = {
  pending: 'Waiting for a reviewer:',
  approved: 'Approved:',
  rejected: 'Rejected:',
  revoked: 'Revoked:',
} as const;

const RequestDialog = ({ caught, onClose }: { readonly caught: Catch; readonly onClose: () => void }) => {
  const [tier, setTier] = useState<NewVerification['tier']>('photo');
  const client = useQueryClient();
  const ask = useSubmission({
    send: (body: NewVerification, options) => requestVerification(caught.id, body, options),
    onSuccess: async () => {
      showToast('A reviewer will look at it.');
      onClose();
      await client.invalidateQueries({ queryKey: ['catch', caught.id] });
    },
  });
  return (
    <FormDialog
      title="Request verification"
      submitLabel="Send the request"
      sending={ask}
      isIncomplete={tier === 'photo' && caught.photos.length === 0}
      onClose={onClose}
      onSubmit={(fields) => ask.mutate(requestOf(tier, caught, fields))}
    >
      <Select
        label="Tier"
        options={optionsOf(['photo', 'witnessed', 'certified'], '', tierLabel).slice(1)}
        value={tier}
        onChange={(event) => setTier(event.target.value as NewVerification['tier'])}
      />
      <Evidence tier={tier} caught={caught} />
    </FormDialog>
  );
};

const Evidence = ({ tier, caught }: { readonly tier: NewVerification['tier']; readonly caught: Catch }) => {
  if (tier === 'witnessed')
    return (
      <>
        <TextField label="Witness" name="name" required maxLength={200} pointer="/evidence/witness/name" />
        <TextField label="Witness’s e-mail" name="email" type="email" pointer="/evidence/witness/email" />
      </>
    );
  if (tier === 'certified')
    return (
      <TextField
        label="Certificate number"
        name="certificate"
        required
        maxLength={200}
        hint="Printed on the certificate of the scale."
        pointer="/evidence/certificate_number"
      />
    );
  return caught.photos.length === 0 ? (
    <Note tone="warn">Add a photo of this catch first: it is the evidence.</Note>
  ) : (
    <p>
      {caught.photos.length === 1 ? 'The photo' : `All ${caught.photos.length} photos`} of this catch will be shown to
      the reviewer.
    </p>
  );
};

/** The photos go along with every request: they help the reviewer. */
const requestOf = (tier: NewVerification['tier'], caught: Catch, form: FormData): NewVerification => {
  const text = (name: string): string => String(form.get(name) ?? '').trim();
  return {
    tier,
    evidence: {
      photos: caught.photos.map(({ id }) => id),
      ...(tier === 'witnessed' && { witness: { name: text('name'), email: text('email') || null } }),
      ...(tier === 'certified' && { certificate_number: text('certificate') }),
    },
  };
};
