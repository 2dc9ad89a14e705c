/** What people write most about their catches, the most frequent first. */
const FREQUENT =
  `caught release water morning boat lure big fish hook line evening dock bait cast deep rain windy strong fight weed
  rock river lake point bank jig worm minnow crank topwater spinner trolling drift anchor current clear muddy cold
  warm sunny cloudy shore structure ledge drop bottom suspended school spawn summer autumn winter spring sunrise
  sunset midnight personal best monster beauty feisty lucky patient tangled snapped landed netted measured weighed
  photographed guide charter kayak canoe pontoon pier bridge island reef channel creek pond reservoir marina
  lighthouse beaver otter eagle osprey thermocline barometer`.split(/\s+/);

const SYLLABLES = (
  'bar ben bor cal cor dal den dor fal fen gar gol hal hem jor kal ken lam lin lor mar mel mor nal ' +
  'nor pal per rin rol sal sen tal ter tor val ven wal wen yar'
).split(' ');

const made = (index: number): string => {
  const size = SYLLABLES.length;
  return [index, Math.floor(index / size), index % 7 === 0 ? index * 3 : -1]
    .map((at) => (at < 0 ? '' : (SYLLABLES[at % size] ?? '')))
    .join('');
};

/** One letter lost, doubled or out of its place, as people type: which, follows from `seed`. */
export const misspell = (word: string, seed: number): string => {
  const at = 1 + (seed % (word.length - 2));
  const [head, letter, next, rest] = [
    word.slice(0, at),
    word.slice(at, at + 1),
    word.slice(at + 1, at + 2),
    word.slice(at + 2),
  ];
  if (seed % 3 === 0) return head + next + rest;
  return seed % 3 === 1 ? head + letter + letter + next + rest : head + next + letter + rest;
};

/** Some thousands of words from the most frequent to the rarest; one in 20 is another one misspelt. */
export const VOCABULARY: readonly string[] = [
  ...FREQUENT,
  ...Array.from({ length: 3_000 }, (_, index) => made(index)),
].flatMap((word, index) => (index % 20 === 19 && word.length > 4 ? [word, misspell(word, index)] : [word]));
