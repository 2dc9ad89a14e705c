import type { Catch } from '@catch-data/sdk';
import { useQuery } from '@tanstack/react-query';
import { catchQuery } from '../../api/catches.js';
import { Button } from '../../ui/button.js';
import { Note, Skeleton } from '../../ui/states.js';
import { asPhrase } from '../../ui/words.js';
import { type CatchDraft, draftOf } from './catch-draft.js';
import styles from './catch-form.module.css';

interface EditConflictProps {
  /** What the form was filled from. */
  readonly base: Catch;
  readonly draft: CatchDraft;
  readonly onResolve: (current: Catch, draft: CatchDraft) => void;
}

/** Shows what somebody else changed while this form was open, and merges both or drops one's own. */
export const EditConflict = ({ base, draft, onResolve }: EditConflictProps) => {
  const { data: current } = useQuery({ ...catchQuery(base.id), queryKey: ['catch', base.id, 'current'], staleTime: 0 });
  if (!current) return <Skeleton label="Loading what was changed" />;
  const [before, theirs] = [draftOf(base, draft.units), draftOf(current, draft.units)];
  const changed = (Object.keys(theirs) as (keyof CatchDraft)[]).filter((name) => !isSame(before[name], theirs[name]));
  const merged = Object.fromEntries(
    (Object.keys(draft) as (keyof CatchDraft)[]).map((name) => [
      name,
      isSame(before[name], draft[name]) ? theirs[name] : draft[name],
    ]),
  ) as unknown as CatchDraft;
  return (
    <Note tone="warn" title="This catch was changed while you edited it">
      <div className={styles['conflict']}>
        <p>Nothing was saved yet. It now has:</p>
        <ul>
          {changed.map((name) => (
            <li key={name}>
              {asPhrase(name.replaceAll(/[A-Z]/g, ' $&').toLowerCase())}: {shown(theirs[name])} (it was{' '}
              {shown(before[name])}
              {!isSame(before[name], draft[name]) && `; you wrote ${shown(draft[name])}`})
            </li>
          ))}
          {changed.length === 0 && <li>another verification, photo or name; no field of this form.</li>}
        </ul>
        <div className={styles['foot']}>
          <Button onClick={() => onResolve(current, merged)}>Keep my changes</Button>
          <Button onClick={() => onResolve(current, theirs)}>Discard my changes</Button>
        </div>
      </div>
    </Note>
  );
};

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const shown = (value: CatchDraft[keyof CatchDraft]): string =>
  (typeof value === 'object' ? value?.name : value) || 'nothing';
