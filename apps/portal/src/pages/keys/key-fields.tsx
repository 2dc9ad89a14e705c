import type { ApiKey } from '@catch-data/sdk';
import type { Scope } from '../../session/scopes.js';
import { boundTo } from '../../ui/bound-to.js';
import { TextArea, TextField } from '../../ui/field.js';
import { ScopeChoice } from './scope-choice.js';

/** What is typed about a key. */
export interface KeyDraft {
  readonly name: string;
  readonly scopes: Scope[];
  /** As the browser's field has it; empty: it does not end. */
  readonly expiresAt: string;
  /** One network a line; none: everywhere. */
  readonly networks: string;
}

interface KeyFieldsProps {
  readonly draft: KeyDraft;
  readonly onChange: (draft: KeyDraft) => void;
  readonly scopes: readonly Scope[];
}

export const KeyFields = ({ draft, onChange, scopes }: KeyFieldsProps) => {
  const bind = boundTo(draft, onChange);
  return (
    <>
      <TextField
        label="Name"
        pointer="/name"
        hint="What it is for, so that you recognize it later."
        required
        maxLength={200}
        {...bind('name')}
      />
      <ScopeChoice
        scopes={scopes}
        chosen={draft.scopes}
        onChange={(chosen) => onChange({ ...draft, scopes: chosen })}
      />
      <TextField
        label="Ends"
        pointer="/expires_at"
        type="datetime-local"
        hint="In your local time. Leave empty for a key that works until it is revoked."
        {...bind('expiresAt')}
      />
      <TextArea
        label="Networks"
        pointer="/allowed_cidrs"
        hint="Addresses or CIDRs from which it may be used, one per line, such as 203.0.113.0/24. Leave empty to allow all."
        {...bind('networks')}
      />
    </>
  );
};

export const bodyOf = ({ name, scopes, expiresAt, networks }: KeyDraft) => ({
  name,
  scopes,
  expires_at: expiresAt === '' ? null : new Date(expiresAt).toISOString(),
  allowed_cidrs: networks.split(/[\s,]+/).filter(Boolean),
});

export const draftOf = ({ name, scopes, expires_at: at, allowed_cidrs: cidrs }: ApiKey): KeyDraft => ({
  name,
  scopes: [...scopes],
  expiresAt: at === null ? '' : localTime(new Date(at)),
  networks: cidrs.join('\n'),
});

/** Local time in the form that the browser's field takes. */
const localTime = (at: Date): string =>
  new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
