import type { Verification } from '@catch-data/sdk';
import { useQuery } from '@tanstack/react-query';
import { catchQuery } from '../../api/catches.js';
import { Measured } from '../../measures/measured.js';
import { classNames } from '../../ui/class-names.js';
import { Timestamp } from '../../ui/timestamp.js';
import { tierLabel } from '../catches/tier-badge.js';
import styles from './review.module.css';

interface QueueItemProps {
  readonly verification: Verification;
  readonly isCurrent: boolean;
  readonly onSelect: () => void;
}

export const QueueItem = ({ verification, isCurrent, onSelect }: QueueItemProps) => {
  const { data: caught } = useQuery(catchQuery(verification.catch_id));
  const photo = caught?.photos[0]?.variants.thumb;
  return (
    <li>
      <button
        type="button"
        aria-current={isCurrent || undefined}
        className={classNames(styles['item'], isCurrent && styles['current'])}
        onClick={onSelect}
      >
        {photo ? <img src={photo.url} alt="" width={44} height={44} /> : <span className={styles['blank']} />}
        <span>
          <strong>{caught?.species ?? 'A catch'}</strong> {caught && <Measured as="weight" value={caught.weight_lbs} />}
          <small>
            {tierLabel(verification.tier)} · <Timestamp at={verification.created_at} />
          </small>
        </span>
      </button>
    </li>
  );
};
