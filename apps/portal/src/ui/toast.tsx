import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { IconButton } from './button.js';
import styles from './toast.module.css';

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'good' | 'bad';
}

const SHOWN_MS = 6_000;
let toasts: readonly Toast[] = [];
let last = 0;
const listeners = new Set<() => void>();

const set = (next: readonly Toast[]): void => {
  toasts = next;
  for (const listener of listeners) listener();
};

const dismiss = (id: number): void => set(toasts.filter((toast) => toast.id !== id));

/** Tells briefly that something was done. What needs an answer belongs in the page or in a dialog. */
export const showToast = (text: string, tone: Toast['tone'] = 'good'): void => {
  const id = (last += 1);
  set([...toasts, { id, text, tone }].slice(-3));
  // An error stays until it is read.
  if (tone === 'good') setTimeout(() => dismiss(id), SHOWN_MS);
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const Toasts = () => {
  const shown = useSyncExternalStore(subscribe, () => toasts);
  return (
    <section className={styles['toasts']} aria-label="Notifications" aria-live="polite">
      {shown.map(({ id, text, tone }) => {
        const Icon = tone === 'good' ? CircleCheck : CircleAlert;
        return (
          <div key={id} className={styles['toast']}>
            <Icon aria-hidden size={18} className={styles[tone]} />
            <p>{text}</p>
            <IconButton label="Dismiss" icon={X} size="s" onClick={() => dismiss(id)} />
          </div>
        );
      })}
    </section>
  );
};
