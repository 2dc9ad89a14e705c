import type { CommonName } from '../species.events.js';

const ENTRY = /^(?:(?<before>[a-z]{2}):)?(?<name>[^():@]+?)(?: \((?<region>[^()]+)\))?(?:@(?<behind>[a-z]{2}))?$/;

/**
 * Reads the names of a catalogue row, separated by `;`: `Name` or `Name (region)`, with the language before it, as
 * `es:Name`, or behind it, as `Name@pt`. A name without a language is English. Entries of another form come back as
 * `malformed`.
 */
export const parseCommonNames = (text: string): { names: CommonName[]; malformed: string[] } => {
  const names: CommonName[] = [];
  const malformed: string[] = [];
  for (const entry of text === '' ? [] : text.split(';')) {
    const { name, region, before, behind } = (entry === entry.trim() && ENTRY.exec(entry)?.groups) || {};
    if (name === undefined || (before !== undefined && behind !== undefined)) malformed.push(entry);
    else names.push({ name, language: before ?? behind ?? 'en', region: region ?? null });
  }
  return { names, malformed };
};

/** Whether a name that is said to be English has letters that English has not. */
export const isMislabelled = ({ name, language }: CommonName): boolean =>
  language === 'en' && /(?![a-z])\p{L}/iu.test(name);
