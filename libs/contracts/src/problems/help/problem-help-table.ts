import { BOARD_HELP } from './board-help.js';
import { CATCH_HELP } from './catch-help.js';
import { CREDENTIAL_HELP } from './credential-help.js';
import { IDENTITY_HELP } from './identity-help.js';
import { REQUEST_HELP } from './request-help.js';
import { REVIEW_HELP } from './review-help.js';
import { WEBHOOK_HELP } from './webhook-help.js';
import type { ProblemCode } from '../../problems.js';
import type { ProblemHelp } from '../problem-help.js';

/** What `/problems/<code>` tells beside title and explanation; a code without it does not compile. */
export const PROBLEM_HELP: Readonly<Record<ProblemCode, ProblemHelp>> = {
  ...REQUEST_HELP,
  ...CREDENTIAL_HELP,
  ...IDENTITY_HELP,
  ...CATCH_HELP,
  ...REVIEW_HELP,
  ...BOARD_HELP,
  ...WEBHOOK_HELP,
};
