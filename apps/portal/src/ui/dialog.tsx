import { X } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import type { ReactNode } from 'react';
import { IconButton } from './button.js';
import styles from './dialog.module.css';

interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Buttons at the foot. */
  readonly actions?: ReactNode;
  readonly size?: 's' | 'm' | 'l';
}

/** The browser's own modal dialog: it traps the focus, closes by Escape and gives the focus back. */
export const Dialog = ({ title, isOpen, onClose, children, actions, size = 'm' }: DialogProps) => {
  const [ref, id] = [useRef<HTMLDialogElement>(null), useId()];
  useEffect(() => {
    const dialog = ref.current;
    if (isOpen && dialog && !dialog.open) dialog.showModal();
    return () => dialog?.close();
  }, [isOpen]);
  if (!isOpen) return null;
  return (
    <dialog
      ref={ref}
      className={`${styles['dialog']} ${styles[size]}`}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <header className={styles['header']}>
        <h2 id={id}>{title}</h2>
        <IconButton label="Close" icon={X} size="s" onClick={onClose} />
      </header>
      <div className={styles['body']}>{children}</div>
      {actions && <footer className={styles['footer']}>{actions}</footer>}
    </dialog>
  );
};
