import type { ReactNode } from 'react';
import type { Problem } from '../../api/problem.js';
import { refusalOf } from '../../api/refusal.js';
import { boundTo } from '../../ui/bound-to.js';
import { Form, Select, TextArea, TextField } from '../../ui/field.js';
import { FormError } from '../../ui/form-error.js';
import { isAbout } from '../../ui/form-reasons.js';
import type { EndpointDraft } from './endpoint-draft.js';
import { EventTypeChoice } from './event-type-choice.js';
import { FilterFields } from './filter-fields.js';
import styles from './webhooks.module.css';

const ORDERINGS = [
  { value: 'none', label: 'None: several messages at a time' },
  { value: 'per_subject', label: 'Per subject: one message at a time for each subject' },
];

const ALWAYS_SHOWN = ['/url', '/description', '/event_types'];

interface EndpointFormProps {
  readonly draft: EndpointDraft;
  readonly onDraft: (draft: EndpointDraft) => void;
  readonly headers: string;
  readonly onHeaders: (headers: string) => void;
  readonly error: unknown;
  readonly onSubmit: () => void;
  /** Under the address: other ways to get one. */
  readonly besideAddress?: ReactNode;
  /** The buttons at the foot. */
  readonly children: ReactNode;
}

/** All that can be set of an endpoint. */
export const EndpointForm = ({ draft, onDraft, error, onSubmit, ...props }: EndpointFormProps) => {
  const problem = refusalOf(error);
  const bind = boundTo(draft, onDraft);
  return (
    <Form problem={problem} onSend={onSubmit}>
      <FormError error={error} />
      <TextField
        label="Address"
        hint="https, on any port. It must answer with 2xx within 15 seconds."
        pointer="/url"
        type="url"
        required
        placeholder="https://example.com/hooks"
        {...bind('url')}
      />
      {props.besideAddress}
      <TextField
        label="Description"
        hint="A name for it, such as “Production”."
        pointer="/description"
        maxLength={200}
        {...bind('description')}
      />
      <EventTypeChoice value={draft.eventTypes} onChange={(eventTypes) => onDraft({ ...draft, eventTypes })} />
      <details className={styles['more']} open={isAboutMore(problem) || undefined}>
        <summary>Filter, ordering, rate limit, retries and headers</summary>
        <div className={styles['stack']}>
          <FilterFields draft={draft} onDraft={onDraft} />
          <SendingFields draft={draft} onDraft={onDraft} headers={props.headers} onHeaders={props.onHeaders} />
        </div>
      </details>
      <div className={styles['row']}>{props.children}</div>
    </Form>
  );
};

/** A field that was refused is shown. */
const isAboutMore = (problem: Problem | null): boolean =>
  problem?.errors?.some((reason) => !ALWAYS_SHOWN.some((pointer) => isAbout(reason, pointer))) ?? false;

type SendingFieldsProps = Pick<EndpointFormProps, 'draft' | 'onDraft' | 'headers' | 'onHeaders'>;

const SendingFields = ({ draft, onDraft, headers, onHeaders }: SendingFieldsProps) => {
  const bind = boundTo(draft, onDraft);
  return (
    <>
      <div className={styles['pair']}>
        <Select
          label="Order"
          hint="In order, a message that fails holds up those about the same catch, board or species."
          pointer="/ordering"
          options={ORDERINGS}
          {...bind('ordering')}
        />
        <TextField
          label="Most requests a second"
          hint="Leave empty to send as fast as it answers."
          pointer="/max_rate_per_second"
          type="number"
          min={1}
          max={1000}
          {...bind('maxRatePerSecond')}
        />
      </div>
      <TextField
        label="Seconds before each retry"
        hint="Separated by commas, or “none” for no retries. Leave empty for 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h."
        pointer="/retry_schedule"
        placeholder="5, 300, 1800, 7200, 18000, 36000, 36000"
        {...bind('retrySchedule')}
      />
      <TextArea
        label="Headers of your own"
        hint="One per line, as “name: value”. They may be secrets, so this field is not kept when you leave the page."
        pointer="/headers"
        autoComplete="off"
        spellCheck={false}
        value={headers}
        onChange={({ target }) => onHeaders(target.value)}
      />
    </>
  );
};
