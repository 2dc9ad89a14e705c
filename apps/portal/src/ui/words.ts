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
