import { useId, useState } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import type { Problem } from '../api/problem.js';
import styles from './field.module.css';
import { FormReasonsContext, useReasons } from './form-reasons.js';

interface FormProps {
  readonly id?: string;
  /** What the API answered; each reason is shown at its field. */
  readonly problem: Problem | null;
  /** Given what the fields hold, for forms that keep it nowhere else. */
  readonly onSend: (fields: FormData) => void;
  /** How the fields are laid out: one under the other by default. */
  readonly className?: string;
  readonly children: ReactNode;
}

export const Form = ({ id, problem, onSend, className = styles['form'], children }: FormProps) => {
  const [pointers] = useState(() => new Set<string>());
  return (
    <FormReasonsContext value={{ problem, pointers }}>
      <form
        id={id}
        className={className}
        onSubmit={(event) => {
          event.preventDefault();
          onSend(new FormData(event.currentTarget));
        }}
      >
        {children}
      </form>
    </FormReasonsContext>
  );
};

interface FieldProps {
  readonly label: string;
  /** One short sentence under the field. */
  readonly hint?: ReactNode;
  /** Its place in the body, such as `/name`; the API's reasons for it are shown here. */
  readonly pointer?: string;
}

interface Described {
  readonly id: string;
  readonly 'aria-describedby'?: string;
  readonly 'aria-invalid'?: true;
}

const Field = ({
  label,
  hint,
  pointer,
  children,
}: FieldProps & { readonly children: (control: Described) => ReactNode }) => {
  const id = useId();
  const reasons = useReasons(pointer);
  const describedBy = [hint && `${id}-hint`, reasons !== null && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={styles['field']}>
      <label htmlFor={id} className={styles['label']}>
        {label}
      </label>
      {children({
        id,
        ...(describedBy && { 'aria-describedby': describedBy }),
        ...(reasons !== null && { 'aria-invalid': true }),
      })}
      {hint && (
        <p id={`${id}-hint`} className={styles['hint']}>
          {hint}
        </p>
      )}
      {reasons !== null && (
        <p id={`${id}-error`} className={styles['error']} role="alert">
          {reasons}
        </p>
      )}
    </div>
  );
};

export const TextField = ({ label, hint, pointer, ...input }: FieldProps & ComponentProps<'input'>) => (
  <Field label={label} hint={hint} pointer={pointer}>
    {(control) => <input type="text" {...input} {...control} className={styles['control']} />}
  </Field>
);

export const TextArea = ({ label, hint, pointer, ...input }: FieldProps & ComponentProps<'textarea'>) => (
  <Field label={label} hint={hint} pointer={pointer}>
    {(control) => <textarea rows={3} {...input} {...control} className={styles['control']} />}
  </Field>
);

export interface Option {
  readonly value: string;
  readonly label: string;
}

export const Select = ({
  label,
  hint,
  pointer,
  options,
  ...select
}: FieldProps & ComponentProps<'select'> & { readonly options: readonly Option[] }) => (
  <Field label={label} hint={hint} pointer={pointer}>
    {(control) => (
      <select {...select} {...control} className={styles['control']}>
        {options.map(({ value, label: text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    )}
  </Field>
);

export const Checkbox = ({ label, hint, ...input }: FieldProps & ComponentProps<'input'>) => {
  const id = useId();
  return (
    <div className={styles['checkbox']}>
      <input {...input} id={id} type="checkbox" {...(hint && { 'aria-describedby': `${id}-hint` })} />
      <div>
        <label htmlFor={id}>{label}</label>
        {hint && (
          <p id={`${id}-hint`} className={styles['hint']}>
            {hint}
          </p>
        )}
      </div>
    </div>
  );
};
