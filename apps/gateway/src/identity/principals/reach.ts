import { AppError } from '@cds/errors';
import type { Prisma } from '../../generated/client.js';
import { cidrsOutside } from './allowed-network.js';
import type { Actor } from './current-actor.decorator.js';

/** Where and until when a credential may be used. No CIDRs stand for everywhere, null for ever. */
export interface Reach {
  readonly allowedCidrs: readonly string[];
  readonly expiresAt: Date | null;
}

/**
 * By what a caller makes a credential: the grant of an app that acts for a person, the person who is signed in, else
 * the caller's own credential.
 */
export const makerOf = ({ credentialId, credential }: Actor): string =>
  credential.grantId ?? credential.session?.personId ?? credentialId;

/** The reach of the caller's credential. What an app may do for a person ends with the person's grant. */
export const reachOf = async ({ credential }: Actor, tx: Prisma.TransactionClient): Promise<Reach> => {
  const { allowedCidrs, expiresAt, grantId } = credential;
  if (grantId === null) return { allowedCidrs, expiresAt };
  const grant = await tx.oAuthGrant.findUnique({ where: { id: grantId }, select: { expiresAt: true } });
  return { allowedCidrs, expiresAt: grant?.expiresAt ?? expiresAt };
};

/** What is left open of a wanted reach is taken over from the maker's. */
export const inherited = (wanted: Reach, maker: Reach): { allowedCidrs: string[]; expiresAt: Date | null } => ({
  allowedCidrs: [...(wanted.allowedCidrs.length > 0 ? wanted.allowedCidrs : maker.allowedCidrs)],
  expiresAt: wanted.expiresAt ?? maker.expiresAt,
});

/** Fails with `api_key.wider` unless a credential of this reach can be used only where and when the maker's can. */
export const checkReach = (wanted: Reach, maker: Reach): void => {
  const { allowedCidrs, expiresAt } = maker;
  if (expiresAt && (wanted.expiresAt === null || wanted.expiresAt > expiresAt))
    throw wider(`until ${expiresAt.toISOString()}`);
  if (allowedCidrs.length === 0) return;
  const outside = cidrsOutside(wanted.allowedCidrs, allowedCidrs);
  if (wanted.allowedCidrs.length === 0 || outside.length > 0) throw wider(`from ${allowedCidrs.join(', ')}`);
};

/** Fails with `api_key.wider` for a maker that is bound: what it makes has no bounds. */
export const checkIsUnbound = (maker: Reach): void => checkReach({ allowedCidrs: [], expiresAt: null }, maker);

const wider = (bound: string): AppError =>
  new AppError({
    code: 'api_key.wider',
    kind: 'forbidden',
    message: `The credential may only be used ${bound}, and so may what it makes or changes.`,
  });
