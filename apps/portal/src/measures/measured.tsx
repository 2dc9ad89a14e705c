import type { Measure } from './measures.js';
import { formatMeasure } from './measures.js';
import { useUnits } from './use-units.js';

/** A measure in the person's units. */
export const Measured = ({ as, value }: { readonly as: Measure; readonly value: number | null }) => {
  const [units] = useUnits();
  return <>{formatMeasure(as, value, units)}</>;
};
