import { foldText } from '../text/fold-text.js';
import { foldName } from './fold-name.js';

/** A species as this service knows it. Pounds. */
export interface KnownSpecies {
  id: string;
  commonName: string;
  scientificName: string;
  aliases: readonly string[];
  /** Null where no weight is known. */
  maxWeightLbs: number | null;
}

export type Resolution =
  | { found: 'one'; species: KnownSpecies }
  | { found: 'several'; species: readonly KnownSpecies[] }
  | { found: 'none' };

/**
 * Finds a species by id, scientific name, common name or alias. A common name beats a scientific one, and both beat an
 * alias. Names compare folded, but one that differs in nothing but case, accents and spaces beats the others. The
 * bracketed qualifier of an alias, as in "Angelfish (Gulf)", may be left out.
 *
 * A bare kind, with which the common names of several species end ("bass", "peacock bass"), means all of these and
 * those that have it for an alias, so that no single alias takes it for itself.
 */
export class SpeciesIndex {
  private readonly byId = new Map<string, KnownSpecies>();
  private readonly byPlainName = new Map<string, KnownSpecies>();
  private readonly byCommonName = new Map<string, Set<KnownSpecies>>();
  private readonly byScientificName = new Map<string, Set<KnownSpecies>>();
  private readonly byAlias = new Map<string, Set<KnownSpecies>>();
  private readonly byBareAlias = new Map<string, Set<KnownSpecies>>();
  private readonly byKind = new Map<string, Set<KnownSpecies>>();

  constructor(all: readonly KnownSpecies[]) {
    for (const species of all) {
      this.byId.set(species.id, species);
      this.byPlainName.set(plainName(species.scientificName), species);
    }
    for (const species of all) {
      this.byPlainName.set(plainName(species.commonName), species);
      add(this.byCommonName, foldName(species.commonName), species);
      add(this.byScientificName, foldName(species.scientificName), species);
      for (const alias of species.aliases) this.addAlias(alias, species);
      for (const kind of kindsOf(species.commonName)) add(this.byKind, kind, species);
    }
  }

  get size(): number {
    return this.byId.size;
  }

  all(): KnownSpecies[] {
    return [...this.byId.values()];
  }

  get(id: string): KnownSpecies | undefined {
    return this.byId.get(id);
  }

  resolve(text: string): Resolution {
    const one = this.byId.get(text.trim()) ?? this.byPlainName.get(plainName(text));
    if (one) return { found: 'one', species: one };
    const several = this.called(foldName(text));
    const [first] = several;
    if (!first) return { found: 'none' };
    return several.length === 1 ? { found: 'one', species: first } : { found: 'several', species: several };
  }

  private called(name: string): KnownSpecies[] {
    // Only punctuation: it says no name, though an alias may be nothing else.
    if (name === '') return [];
    const named = this.byCommonName.get(name) ?? this.byScientificName.get(name);
    if (named) return [...named];
    const aliased = this.byAlias.get(name) ?? this.byBareAlias.get(name) ?? [];
    const kind = this.byKind.get(name);
    return kind && kind.size > 1 ? [...new Set([...kind, ...aliased])] : [...aliased];
  }

  private addAlias(alias: string, species: KnownSpecies): void {
    add(this.byAlias, foldName(alias), species);
    const whole = alias.normalize('NFKC');
    const bare = whole.replace(/\([^)]*\)\s*$/, '');
    if (bare !== whole) add(this.byBareAlias, foldName(bare), species);
  }
}

const plainName = (name: string): string => foldText(name.normalize('NFKC')).trim().replace(/\s+/g, ' ');

/** Kinds are of a few words at most. */
const LONGEST_KIND = 3;

/** The last words of a name: "white perch" is a perch. */
const kindsOf = (commonName: string): string[] => {
  const words = foldName(commonName).split(' ');
  const lengths = Array.from({ length: Math.min(LONGEST_KIND, words.length - 1) }, (_, index) => index + 1);
  return lengths.map((length) => words.slice(-length).join(' '));
};

const add = (index: Map<string, Set<KnownSpecies>>, name: string, species: KnownSpecies): void => {
  const known = index.get(name);
  if (known) known.add(species);
  else index.set(name, new Set([species]));
};
