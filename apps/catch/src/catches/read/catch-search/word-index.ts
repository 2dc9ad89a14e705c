import { nearestWords } from './nearest-words.js';
import { foldWord, wordsOf } from './words-of.js';

/** Finds things by the words of their names: by their beginnings, or by the words that a misspelt one is nearest to. */
export class WordIndex {
  private readonly idsOf = new Map<string, Set<string>>();
  private readonly sorted: readonly string[];

  constructor(names: Iterable<readonly [id: string, name: string]>) {
    for (const [id, name] of names) for (const word of wordsOf(foldWord(name))) this.add(word, id);
    this.sorted = [...this.idsOf.keys()].sort();
  }

  startingWith(word: string): string[] {
    const found: string[] = [];
    const beginning = foldWord(word);
    for (let at = this.positionOf(beginning); this.sorted[at]?.startsWith(beginning); at += 1)
      found.push(this.sorted[at] ?? '');
    return this.idsOfAll(found);
  }

  nearest(word: string): string[] {
    return this.idsOfAll(nearestWords(foldWord(word), this.sorted));
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
