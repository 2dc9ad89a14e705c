import type { CommonName } from './species.events.js';

/** The names of a species with its common name first, once. */
export const namesWith = (commonName: string, others: readonly CommonName[]): CommonName[] => {
  const own = others.find(({ name }) => name === commonName) ?? { name: commonName, language: 'en', region: null };
  return [own, ...others.filter((one) => one !== own && !isSame(one, own))];
};

/**
 * The same after the common name was changed: the old one gives way to it. Other languages may call the species by the
 * old one too, and go on doing so.
 */
export const renamed = (from: string, to: string, names: readonly CommonName[]): CommonName[] => {
  const own = names.find(({ name }) => name === from);
  return namesWith(
    to,
    names.filter((one) => one !== own),
  );
};

const isSame = (one: CommonName, other: CommonName): boolean =>
  one.name === other.name && one.language === other.language && one.region === other.region;
