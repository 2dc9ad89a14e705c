import type { Violation } from '@cds/errors';
import type { Caller } from '@cds/identity';
import type { Clock } from '@cds/service-kit';
import { LRUCache } from 'lru-cache';
import type { Anglers } from '../../angler-lookup/anglers.js';
import { CatchRules } from '../../catches/rules/catch-rules.js';
import type { KnownSpecies } from '../../species-names/species-index.js';
import type { SpeciesNames } from '../../species-names/species-names.js';

/**
 * Looks each name and each angler of one account's rows up once: a name that is not known costs a search. Good for a
 * turn.
 */
export class RowRules extends CatchRules {
  /** Other rows wait meanwhile. */
  protected override readonly waitsForNew = false;
  /** What is wrong with a row is stored, and an erasure would not find a value there. */
  protected override readonly quotes = false;
  private readonly knownNames = new LRUCache<string, Promise<KnownSpecies | Violation>>({ max: 10_000 });
  private readonly knownAnglers = new LRUCache<string, Promise<Violation | undefined>>({ max: 10_000 });

  constructor(names: SpeciesNames, anglers: Anglers, clock: Clock) {
    super(names, anglers, clock);
  }

  override species(text: string): Promise<KnownSpecies | Violation> {
    return remembered(this.knownNames, text, () => super.species(text));
  }

  override angler(id: string, caller: Caller): Promise<Violation | undefined> {
    return remembered(this.knownAnglers, id, () => super.angler(id, caller));
  }
}

const remembered = <T>(known: LRUCache<string, Promise<T>>, key: string, find: () => Promise<T>): Promise<T> => {
  const before = known.get(key);
  if (before) return before;
  const found = find();
  known.set(key, found);
  return found;
};
