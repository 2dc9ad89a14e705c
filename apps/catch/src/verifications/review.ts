import { AppError } from '@cds/errors';
import type { Logged, VerificationState } from '../catches/catch.state.js';

/** The pending request that a reviewer decides on; nobody reviews a catch of their own, and a decision is made once. */
export const reviewable = (verificationId: string, reviewer: string, state: Logged): VerificationState => {
  const verification = state.verifications.find((one) => one.id === verificationId);
  if (!verification) throw verificationNotFound(verificationId);
  if (state.accountId === reviewer) {
    throw new AppError({ code: 'verification.own_catch', kind: 'forbidden', message: 'The catch is your own; somebody else must review it.' });
  }
  if (verification.status !== 'pending') {
    throw new AppError({ code: 'verification.decided', kind: 'conflict', message: `The request was already ${verification.status}.` });
  }
  return verification;
};

export const verificationNotFound = (id: string): AppError =>
  new AppError({ code: 'verification.not_found', kind: 'not-found', message: `There is no verification ${id}.` });
