import { setImmediate as others } from 'node:timers/promises';
import { foldName } from './fold-name.js';
import type { KnownSpecies } from './species-index.js';

/** Others are answered in between: of 35,000 species there are some millions of trigrams. */
const SPECIES_AT_ONCE = 500;

/** A letter or digit begins a word for pg_trgm, anything else ends it. */
const WORD = /[\p{L}\p{N}]+/gu;

/**
 * The sets of three characters in a row by which pg_trgm compares texts: of each word, with two spaces before it and
 * one behind (https://www.postgresql.org/docs/18/pgtrgm.html#PGTRGM-CONCEPTS). Kana and ideographs are letters here,
 * whatever the locale of the database takes for one.
 */
const trigramsOf = (text: string): Set<string> => {
  const trigrams = new Set<string>();
  for (const [word] of text.matchAll(WORD)) {
    const padded = `  ${word} `;
    for (let at = 0; at + 3 <= padded.length; at += 1) trigrams.add(padded.slice(at, at + 3));
  }
  return trigrams;
};

/**
 * Finds the species whose names are nearest to a text, by the measure of pg_trgm: the trigrams that both have as a
 * share of those that either has. Each trigram leads to the names that have it, so that no other name is looked at.
 */
export class NearestNames {
  /** By the position of a name: whose it is, as a position in `sorted`, and how many trigrams it has. */
  private readonly speciesOf: number[] = [];
  private readonly sizes: number[] = [];
  /** By trigram: the positions of the names that have it. */
  private readonly having = new Map<string, number[]>();

  private constructor(private readonly sorted: readonly KnownSpecies[]) {}

  static async of(all: readonly KnownSpecies[]): Promise<NearestNames> {
    const nearest = new NearestNames(all.toSorted(byName));
    for (const [position, species] of nearest.sorted.entries()) {
      if (position % SPECIES_AT_ONCE === SPECIES_AT_ONCE - 1) await others();
      for (const name of [species.commonName, species.scientificName, ...species.aliases]) nearest.add(name, position);
    }
    return nearest;
  }

  /**
   * So many species, the nearest one first; of equally near ones, and of those that have nothing in common with the
   * text, in the order of their names.
   */
  nearest(text: string, count: number): KnownSpecies[] {
    const nearness = this.nearnessTo(text);
    const first: number[] = [];
    for (let species = 0; species < nearness.length; species += 1) {
      const isNear = (other: number): boolean => (nearness[species] ?? 0) > (nearness[other] ?? 0);
      const last = first.at(-1);
      if (first.length === count && last !== undefined && !isNear(last)) continue;
      const before = first.findIndex(isNear);
      first.splice(before < 0 ? first.length : before, 0, species);
      first.length = Math.min(first.length, count);
    }
    return first.flatMap((species) => this.sorted[species] ?? []);
  }

  /** How near the nearest name of each species is, from 0 to 1. */
  private nearnessTo(text: string): Float32Array {
    const wanted = trigramsOf(foldName(text));
    const shared = new Uint16Array(this.sizes.length);
    for (const trigram of wanted)
      for (const name of this.having.get(trigram) ?? []) shared[name] = (shared[name] ?? 0) + 1;
    const nearness = new Float32Array(this.sorted.length);
    for (const [name, both] of shared.entries()) {
      if (both === 0) continue;
      const species = this.speciesOf[name] ?? 0;
      const share = both / (wanted.size + (this.sizes[name] ?? 0) - both);
      nearness[species] = Math.max(nearness[species] ?? 0, share);
    }
    return nearness;
  }

  private add(text: string, species: number): void {
    const trigrams = trigramsOf(foldName(text));
    const name = this.sizes.push(trigrams.size) - 1;
    this.speciesOf.push(species);
    for (const trigram of trigrams) {
      const having = this.having.get(trigram);
      if (having) having.push(name);
      else this.having.set(trigram, [name]);
    }
  }
}

const byName = (one: KnownSpecies, other: KnownSpecies): number => (one.commonName < other.commonName ? -1 : 1);
