import type { Scope } from '@cds/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { knownScopes } from '../scopes-of-people.js';

/** Injection token of whether the scope `admin` takes a second factor. */
export const ADMIN_SECOND_FACTOR = Symbol('ADMIN_SECOND_FACTOR');

export const ADMIN_SECOND_FACTORS = ['optional', 'required'] as const;
export type AdminSecondFactor = (typeof ADMIN_SECOND_FACTORS)[number];

interface ScopedPerson {
  readonly scopes: readonly string[];
  readonly secondFactorSince: Date | null;
}

/** Who may use the scope `admin`. */
@Injectable()
export class AdminPolicy {
  constructor(@Inject(ADMIN_SECOND_FACTOR) private readonly setting: AdminSecondFactor) {}

  /** Whether the person has the scope `admin` and cannot use it before they set up a second factor. */
  lacksFactor({ scopes, secondFactorSince }: ScopedPerson): boolean {
    return this.setting === 'required' && secondFactorSince === null && scopes.includes('admin');
  }

  /** What the person may do now. */
  usableScopes(person: ScopedPerson): Scope[] {
    const scopes = knownScopes(person.scopes);
    return this.lacksFactor(person) ? scopes.filter((scope) => scope !== 'admin') : scopes;
  }
}
