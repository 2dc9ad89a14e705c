import { UNITS } from '@cds/validation';
import { z } from 'zod';

/** `units=metric` adds the metric twin of each measure beside it. */
export const queryUnits = z
  .enum(UNITS)
  .default('imperial')
  .meta({ description: '`metric` adds kilograms, metres and centimetres to pounds, feet and inches.' });

/** How much one of the imperial unit is, exactly, by the international yard and pound agreement of 1959. */
const KILOGRAMS = 0.453_592_37;
const METRES = 0.3048;
const CENTIMETRES = 2.54;

const TWINS = {
  weight_lbs: ['weight_kg', KILOGRAMS],
  depth_ft: ['depth_m', METRES],
  length_in: ['length_cm', CENTIMETRES],
  max_weight_lbs: ['max_weight_kg', KILOGRAMS],
  max_length_in: ['max_length_cm', CENTIMETRES],
} as const;

type Measure = keyof typeof TWINS;
type Twin<M extends Measure = Measure> = (typeof TWINS)[M][0];

type Measures = Partial<Record<Measure, number | null>>;
export type MetricTwins<M extends Measure = Measure> = Partial<Record<Twin<M>, number | null>>;

/** The names of the metric twins of some measures. */
export const metricFieldsOf = <const M extends Measure>(measures: readonly M[]): Twin<M>[] =>
  measures.map((measure) => TWINS[measure][0]);

/**
 * The metric twins of the measures that an answer has, in kilograms, metres and centimetres to three decimals; null
 * stays null.
 */
export const metricTwins = (answer: Measures): MetricTwins => {
  const twins: MetricTwins = {};
  for (const [measure, [twin, factor]] of Object.entries(TWINS) as [Measure, (typeof TWINS)[Measure]][]) {
    const value = answer[measure];
    if (value !== undefined) twins[twin] = value === null ? null : Math.round(value * factor * 1_000) / 1_000;
  }
  return twins;
};
