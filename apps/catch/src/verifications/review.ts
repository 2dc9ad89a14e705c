import { AppError } from '@cds/errors';
import type { Logged, VerificationState } from '../catches/model/catch.state.js';

/** The pending request that a reviewer decides on: a decision is made once. */
export const reviewable = (verificationId: string, reviewer: string, state: Logged): VerificationState => {
  const verification = requestFor(verificationId, reviewer, state);
  if (verification.status !== 'pending') throw alreadyDecided(verification);
  return verification;
};

/** The approved request that a reviewer takes back, which happens once. */
export const revocable = (verificationId: string, reviewer: string, state: Logged): VerificationState => {
  const verification = requestFor(verificationId, reviewer, state);
  if (verification.status === 'approved') return verification;
  if (verification.status !== 'pending') throw alreadyDecided(verification);
  throw new AppError({
    code: 'verification.not_approved',
    kind: 'conflict',
    message: 'The request is pending; only what was approved can be revoked.',
  });
};

/** The request, of which the reviewer may say something: nobody reviews a catch of their own. */
export const requestFor = (verificationId: string, reviewer: string, state: Logged): VerificationState => {
  const verification = state.verifications.find((one) => one.id === verificationId);
  if (!verification) throw verificationNotFound(verificationId);
  if (state.accountId !== reviewer) return verification;
  throw new AppError({
    code: 'verification.own_catch',
    kind: 'forbidden',
    message: 'The catch is your own; somebody else must review it.',
  });
};

const alreadyDecided = ({ status }: VerificationState): AppError =>
  new AppError({ code: 'verification.decided', kind: 'conflict', message: `The request was already ${status}.` });

export const verificationNotFound = (id: string): AppError =>
  new AppError({ code: 'verification.not_found', kind: 'not-found', message: `There is no verification ${id}.` });
