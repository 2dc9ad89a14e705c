import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from './button.js';
import styles from './pagination.module.css';
import { counted } from './words.js';

interface PaginationProps {
  /** How many rows there are in all; null when it was not counted. */
  readonly total: number | null;
  /** What is counted, in the plural: “catches”. */
  readonly unit: string;
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
  readonly onPrevious: () => void;
  readonly onNext: () => void;
}

/** Nothing under an empty list, and no buttons where there is one page. */
export const Pagination = ({ total, unit, hasPrevious, hasNext, onPrevious, onNext }: PaginationProps) => {
  const hasPages = hasPrevious || hasNext;
  if (!total && !hasPages) return null;
  return (
    <nav className={styles['pagination']} aria-label={`Pages of ${unit}`}>
      <p className={styles['total']}>{total === null ? '' : counted(total, unit)}</p>
      {hasPages && (
        <>
          <Button size="s" icon={ChevronLeft} disabled={!hasPrevious} onClick={onPrevious}>
            Previous
          </Button>
          <Button size="s" disabled={!hasNext} onClick={onNext}>
            Next
            <ChevronRight aria-hidden size={16} />
          </Button>
        </>
      )}
    </nav>
  );
};
