import { useId, useRef } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import styles from './tabs.module.css';

export interface Tab {
  readonly id: string;
  readonly label: ReactNode;
  readonly content: ReactNode;
}

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly selected: string;
  /** Put it in the address where going back should lead to the tab before. */
  readonly onSelect: (id: string) => void;
}

const STEPS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowRight: (at, last) => (at === last ? 0 : at + 1),
  ArrowLeft: (at, last) => (at === 0 ? last : at - 1),
  Home: () => 0,
  End: (_at, last) => last,
};

/** One panel of several, by the pattern of WAI-ARIA: arrows move between tabs, Tab goes on into the panel. */
export const Tabs = ({ label, tabs, selected, onSelect }: TabsProps) => {
  const [id, list] = [useId(), useRef<HTMLDivElement>(null)];
  const at = Math.max(
    0,
    tabs.findIndex((tab) => tab.id === selected),
  );
  const move = (event: KeyboardEvent): void => {
    const next = STEPS[event.key]?.(at, tabs.length - 1);
    const tab = next === undefined ? undefined : tabs[next];
    if (next === undefined || !tab) return;
    event.preventDefault();
    onSelect(tab.id);
    (list.current?.children[next] as HTMLElement | undefined)?.focus();
  };
  return (
    <div className={styles['tabs']}>
      <div ref={list} role="tablist" aria-label={label} className={styles['list']} onKeyDown={move}>
        {tabs.map((tab, place) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-${tab.id}`}
            aria-selected={place === at}
            aria-controls={`${id}-panel`}
            tabIndex={place === at ? 0 : -1}
            className={styles['tab']}
            onClick={() => onSelect(tab.id)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${tabs[at]?.id}`} tabIndex={0}>
        {tabs[at]?.content}
      </div>
    </div>
  );
};
