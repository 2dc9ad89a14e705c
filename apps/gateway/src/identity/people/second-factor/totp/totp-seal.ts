import type { SecretBox } from '@cds/service-kit';
import type { PersonTotp } from '../../../../generated/client.js';

const ownerOf = (personId: string): string => `totp ${personId}`;

/** How the secret of an authenticator app is stored: it opens for its person alone. */
export const sealTotp = (box: SecretBox, personId: string, secret: string): string =>
  box.seal(secret, ownerOf(personId));

export const openTotp = (box: SecretBox, { personId, sealed }: Pick<PersonTotp, 'personId' | 'sealed'>): string =>
  box.open(sealed, ownerOf(personId));
