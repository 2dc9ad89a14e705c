import type { ComponentProps, ReactNode } from 'react';
import { Form } from './field.js';
import styles from './form-layout.module.css';

interface WithChildren {
  readonly children: ReactNode;
}

/** A form of several groups of fields. */
export const GroupedForm = (props: Omit<ComponentProps<typeof Form>, 'className'>) => (
  <Form {...props} className={styles['groups']} />
);

/** Fields that belong together, beside one another where there is room. */
export const FieldGroup = ({ legend, children }: WithChildren & { readonly legend: string }) => (
  <fieldset className={styles['group']}>
    <legend>{legend}</legend>
    {children}
  </fieldset>
);

/** A field that takes the whole width of its group. */
export const WideField = ({ children }: WithChildren) => <div className={styles['wide']}>{children}</div>;

/** The buttons of a form. */
export const FormFoot = ({ children }: WithChildren) => <div className={styles['foot']}>{children}</div>;
