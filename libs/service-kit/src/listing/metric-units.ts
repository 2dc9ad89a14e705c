import { z } from 'zod';

/** `units=metric` adds the metric twin of each measure beside it. */
export const queryUnits = z.enum(['imperial', 'metric']).default('imperial');

/** How much one of the imperial unit is, exactly, by the international yard and pound agreement of 1959. */
const TWINS = [
  ['weight_lbs', 'weight_kg', 0.453_592_37],
  ['depth_ft', 'depth_m', 0.3048],
  ['length_in', 'length_cm', 2.54],
] as const;

export const METRIC_FIELDS = TWINS.map(([, twin]) => twin);

type Measures = Partial<Record<(typeof TWINS)[number][0], number | null>>;
export type MetricTwins = Partial<Record<(typeof TWINS)[number][1], number | null>>;

/** The metric twins of the measures that an answer has, in kilograms, metres and centimetres to three decimals; null stays null. */
export const metricTwins = (answer: Measures): MetricTwins => {
  const twins: MetricTwins = {};
  for (const [field, twin, factor] of TWINS) {
    const value = answer[field];
    if (value !== undefined) twins[twin] = value === null ? null : Math.round(value * factor * 1_000) / 1_000;
  }
  return twins;
};
