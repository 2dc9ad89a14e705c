import type { Account } from 'oidc-provider';
import type { SignedIn } from '../../people/sign-ins.js';

/** A person as the protocol's library knows them: by the id that becomes the token's `sub`. */
export interface PersonAccount extends Account {
  readonly person: SignedIn;
}

export const personAccount = (person: SignedIn): PersonAccount => ({
  accountId: person.personId,
  person,
  claims: () => ({ sub: person.personId }),
});

export const personOf = (account: Account | undefined): SignedIn | undefined =>
  (account as PersonAccount | undefined)?.person;
