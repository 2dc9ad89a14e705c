import { distance } from 'fastest-levenshtein';

/**
 * Those of the words that a misspelt one is nearest to; none where a third of its letters or more would have to change.
 */
export const nearestWords = (word: string, known: Iterable<string>): string[] => {
  let least = Math.floor((word.length - 1) / 3);
  let nearest: string[] = [];
  for (const other of known) {
    if (Math.abs(other.length - word.length) > least) continue;
    const changes = changesTo(word, other);
    if (changes > least) continue;
    if (changes < least) nearest = [];
    least = changes;
    nearest.push(other);
  }
  return nearest;
};

/** Two letters that changed places count as one change. */
const changesTo = (word: string, other: string): number => {
  const changes = distance(word, other);
  return changes === 2 && [...word].sort().join('') === [...other].sort().join('') ? 1 : changes;
};
