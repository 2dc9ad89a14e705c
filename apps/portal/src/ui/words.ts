/** “north_america” as people write it: “North America”. */
export const inWords = (name: string): string =>
  name
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');

/** “catch_count” in a sentence: “Catch count”. */
export const asPhrase = (name: string): string => {
  const words = name.replaceAll(/[_.]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** Options of a select for the values of a list, with one for any of them. */
export const optionsOf = (
  values: readonly string[],
  any: string,
  label: (value: string) => string = asPhrase,
): { value: string; label: string }[] => [
  { value: '', label: any },
  ...values.map((value) => ({ value, label: label(value) })),
];

const number = new Intl.NumberFormat('en');
const ENDINGS: readonly (readonly [plural: RegExp, singular: string])[] = [
  [/species$/, 'species'],
  [/ies$/, 'y'],
  [/ches$/, 'ch'],
  [/s$/, ''],
];

/** “1 delivery”, “2,000 deliveries”; `unit` is the plural. */
export const counted = (count: number, unit: string): string => {
  const ending = count === 1 ? ENDINGS.find(([plural]) => plural.test(unit)) : undefined;
  return `${number.format(count)} ${ending ? unit.replace(...ending) : unit}`;
};
