import type { Violation } from '@cds/errors';
import type { Caller } from '@cds/identity';
import { type ParsedBody, throwIfAny } from '@cds/validation';
import { Injectable } from '@nestjs/common';
import type { KnownSpecies } from '../../species-names/species-index.js';
import { CatchRules, isViolation } from './catch-rules.js';

/** What needs knowledge in a body that writes a catch. */
interface Said {
  species?: string | undefined;
  weight_lbs?: number | undefined;
  caught_at?: string | undefined;
  angler_id?: string | undefined;
}

/** What the catch is already, for a body that changes part of it. */
interface Now {
  speciesId: string;
  weightLbs: number;
}

@Injectable()
export class CatchBodyCheck {
  constructor(private readonly knowledge: CatchRules) {}

  /** The body and its species, undefined when it names none; throws once with all that is wrong with it. */
  async check<T extends Said>(
    parsed: ParsedBody<T>,
    caller: Caller,
    now?: Now,
  ): Promise<{ value: T; species: KnownSpecies | undefined }> {
    const said: Said = parsed.value ?? parsed.partial ?? {};
    const species = said.species === undefined ? undefined : await this.knowledge.species(said.species);
    const named = isViolation(species) ? undefined : species;
    const rejected = [
      isViolation(species) ? species : undefined,
      await this.weight(said, named, now),
      said.angler_id === undefined ? undefined : await this.knowledge.angler(said.angler_id, caller),
    ];
    const late = said.caught_at === undefined ? undefined : this.knowledge.caughtAt(said.caught_at);
    throwIfAny({ invalid: [...(parsed.violations ?? []), ...present([late])], rejected: present(rejected) });
    if (!parsed.value) throw new Error('a body without violations has no value');
    return { value: parsed.value, species: named };
  }

  /** A new weight is held against the species it will have, and a new species against the weight there is. */
  private async weight(
    said: Said,
    named: KnownSpecies | undefined,
    now: Now | undefined,
  ): Promise<Violation | undefined> {
    const weightLbs = said.weight_lbs ?? now?.weightLbs;
    if (weightLbs === undefined || (said.weight_lbs === undefined && named === undefined)) return undefined;
    const species =
      named ?? (now && said.species === undefined ? await this.knowledge.knownSpecies(now.speciesId) : undefined);
    return species && this.knowledge.weight(weightLbs, species);
  }
}

const present = (violations: readonly (Violation | undefined)[]): Violation[] =>
  violations.filter((one) => one !== undefined);
