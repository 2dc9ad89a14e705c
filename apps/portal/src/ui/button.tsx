import { createLink, type LinkComponent } from '@tanstack/react-router';
import { LoaderCircle } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import styles from './button.module.css';
import { classNames } from './class-names.js';

interface Looks {
  readonly variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  readonly size?: 'm' | 's';
  readonly icon?: LucideIcon;
}

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, Looks {
  /** Keeps its place and its name, and takes no clicks meanwhile. */
  readonly isBusy?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
}

const classOf = ({ variant = 'secondary', size = 'm' }: Looks, own: string | undefined): string =>
  classNames(styles['button'], styles[variant], styles[size], own);

const inside = (Icon: LucideIcon | undefined, children: ReactNode): ReactNode => (
  <>
    {Icon && <Icon aria-hidden size={16} />}
    {children}
  </>
);

export const Button = ({ variant, size, icon, isBusy, children, className, ...rest }: ButtonProps) => (
  <button
    type="button"
    {...rest}
    className={classOf({ variant, size }, className)}
    aria-busy={isBusy || undefined}
    disabled={rest.disabled || isBusy}
  >
    {isBusy && <LoaderCircle aria-hidden size={16} className={styles['spinner']} />}
    {inside(isBusy ? undefined : icon, children)}
  </button>
);

/** A button with an icon alone: `label` is its name. */
export const IconButton = ({ label, icon: Icon, ...rest }: ButtonProps & { label: string; icon: LucideIcon }) => (
  <Button
    variant="quiet"
    {...rest}
    aria-label={label}
    title={label}
    className={classNames(styles['square'], rest.className)}
  >
    <Icon aria-hidden size={18} />
  </Button>
);

interface AnchorProps extends AnchorHTMLAttributes<HTMLAnchorElement>, Looks {
  readonly ref?: Ref<HTMLAnchorElement>;
}

/** Leads to a page that is none of the portal's, and looks like a button. */
export const AnchorButton = ({ variant, size, icon, children, className, ...rest }: AnchorProps) => (
  <a {...rest} className={classOf({ variant, size }, className)}>
    {inside(icon, children)}
  </a>
);

/** Leads to a page of the portal, and looks like a button. */
export const ButtonLink: LinkComponent<typeof AnchorButton> = createLink(AnchorButton);
