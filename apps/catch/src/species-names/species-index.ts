import { foldText } from '../text/fold-text.js';

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
  { found: 'one'; species: KnownSpecies } | { found: 'several'; species: readonly KnownSpecies[] } | { found: 'none' };

/** Names compare folded, and without extra spaces. */
export const normalizeName = (name: string): string => foldText(name.normalize('NFKC')).trim().replace(/\s+/g, ' ');

/**
 * Finds a species by id, scientific name, common name or alias. A common name beats an alias. The bracketed qualifier
 * of an alias, as in "Angelfish (Gulf)", may be left out.
 */
export class SpeciesIndex {
  private readonly byId = new Map<string, KnownSpecies>();
  private readonly byName = new Map<string, KnownSpecies>();
  private readonly byAlias = new Map<string, Set<KnownSpecies>>();
  private readonly byBareAlias = new Map<string, Set<KnownSpecies>>();

  constructor(all: readonly KnownSpecies[]) {
    for (const species of all) {
      this.byId.set(species.id, species);
      this.byName.set(normalizeName(species.scientificName), species);
    }
    for (const species of all) this.byName.set(normalizeName(species.commonName), species);
    for (const species of all) for (const alias of species.aliases) this.addAlias(alias, species);
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
    const name = normalizeName(text);
    const one = this.byId.get(text.trim()) ?? this.byName.get(name);
    if (one) return { found: 'one', species: one };
    const several = [...(this.byAlias.get(name) ?? this.byBareAlias.get(name) ?? [])];
    const [first] = several;
    if (!first) return { found: 'none' };
    return several.length === 1 ? { found: 'one', species: first } : { found: 'several', species: several };
  }

  private addAlias(alias: string, species: KnownSpecies): void {
    const name = normalizeName(alias);
    add(this.byAlias, name, species);
    const bare = name.replace(/\s*\([^)]*\)$/, '');
    if (bare !== name) add(this.byBareAlias, bare, species);
  }
}

const add = (index: Map<string, Set<KnownSpecies>>, name: string, species: KnownSpecies): void => {
  const known = index.get(name);
  if (known) known.add(species);
  else index.set(name, new Set([species]));
};
