/** The API counts in pounds, inches and feet. People choose what they read and write. */
export type Units = 'imperial' | 'metric';
export type Measure = 'weight' | 'length' | 'depth';

interface Scale {
  readonly unit: string;
  /** How many of it are one of the API's. */
  readonly factor: number;
}

const SCALES: Readonly<Record<Measure, Readonly<Record<Units, Scale>>>> = {
  weight: { imperial: { unit: 'lb', factor: 1 }, metric: { unit: 'kg', factor: 0.45359237 } },
  length: { imperial: { unit: 'in', factor: 1 }, metric: { unit: 'cm', factor: 2.54 } },
  depth: { imperial: { unit: 'ft', factor: 1 }, metric: { unit: 'm', factor: 0.3048 } },
};

/** The API takes no more decimals. */
const DECIMALS = 1_000;
const number = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });

export const unitOf = (measure: Measure, units: Units): string => SCALES[measure][units].unit;

/** “8.4 lb”; a dash for what was not measured. */
export const formatMeasure = (measure: Measure, value: number | null, units: Units): string => {
  if (value === null) return '–';
  const { unit, factor } = SCALES[measure][units];
  return `${number.format(value * factor)} ${unit}`;
};

/** What a person typed in their units, in the API's; null for nothing. */
export const toApi = (measure: Measure, text: string, units: Units): number | null => {
  if (text.trim() === '') return null;
  return Math.round((Number(text) / SCALES[measure][units].factor) * DECIMALS) / DECIMALS;
};

/** A value of the API as it is edited: as exact as it came in the API's own units. */
export const toInput = (measure: Measure, value: number | null, units: Units): string => {
  if (value === null) return '';
  return String(Math.round(value * SCALES[measure][units].factor * DECIMALS) / DECIMALS);
};
