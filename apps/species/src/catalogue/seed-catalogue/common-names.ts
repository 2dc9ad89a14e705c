import type { CommonName } from '../species.events.js';

const ENTRY = /^(?:(?<language>[a-z]{2}):)?(?<name>[^():]+?)(?: \((?<region>[^()]+)\))?$/;

/**
 * Reads the names of a catalogue row: `Name`, `Name (region)`, `es:Name` or `es:Name (region)`, separated by `;`.
 * A name without a language is English. Entries of another form come back as `malformed`.
 */
export const parseCommonNames = (text: string): { names: CommonName[]; malformed: string[] } => {
  const names: CommonName[] = [];
  const malformed: string[] = [];
  for (const entry of text === '' ? [] : text.split(';')) {
    const parts = entry === entry.trim() ? ENTRY.exec(entry)?.groups : undefined;
    if (parts?.['name'] === undefined) malformed.push(entry);
    else names.push({ name: parts['name'], language: parts['language'] ?? 'en', region: parts['region'] ?? null });
  }
  return { names, malformed };
};
