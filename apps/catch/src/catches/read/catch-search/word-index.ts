import { isCjk, wordsOf } from '../../../text/words-of.js';
import { nearestWords } from './nearest-words.js';

/**
 * Finds things by the folded words of their names: by their beginnings, by any part of CJK text, or by the words that a
 * misspelt one is nearest to.
 */
export class WordIndex {
  private readonly idsOf = new Map<string, Set<string>>();
  private readonly sorted: readonly string[];

  constructor(names: Iterable<readonly [id: string, name: string]>) {
    for (const [id, name] of names)
      for (const word of wordsOf(name)) for (const ending of endingsOf(word)) this.add(ending, id);
    this.sorted = [...this.idsOf.keys()].sort();
  }

  startingWith(word: string): string[] {
    const found: string[] = [];
    for (let at = this.positionOf(word); this.sorted[at]?.startsWith(word); at += 1) found.push(this.sorted[at] ?? '');
    return this.idsOfAll(found);
  }

  nearest(word: string): string[] {
    return this.idsOfAll(nearestWords(word, this.sorted));
  }

  private add(word: string, id: string): void {
    const ids = this.idsOf.get(word);
    if (ids) ids.add(id);
    else this.idsOf.set(word, new Set([id]));
  }

  private idsOfAll(words: readonly string[]): string[] {
    return [...new Set(words.flatMap((word) => [...(this.idsOf.get(word) ?? [])]))];
  }

  /** Of the first word that is not before this one. */
  private positionOf(word: string): number {
    let [low, high] = [0, this.sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.sorted[middle] ?? '') < word) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Every part of a word begins one of its endings; names are short enough to keep them all. */
const endingsOf = (word: string): string[] => {
  const characters = [...word];
  return isCjk(word) ? characters.map((_, at) => characters.slice(at).join('')) : [word];
};
