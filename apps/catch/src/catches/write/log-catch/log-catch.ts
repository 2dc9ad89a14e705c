import type { CatchDetails, CatchLogged } from '../../model/catch.events.js';

export interface LogCatch {
  accountId: string;
  details: CatchDetails;
}

/** A catch enters the log as its owner tells it, unverified. */
export const logCatch = ({ accountId, details }: LogCatch): CatchLogged => ({
  type: 'CatchLogged',
  data: { accountId, ...details },
});
