import { AdminPolicy } from './admin-policy.js';
import { FactorChanges } from './factor-changes.js';
import { FreshPeople } from './fresh-people.js';
import { Challenges } from './passkeys/challenges.js';
import { PasskeyProof } from './passkeys/passkey-proof.js';
import { PasskeyRegistration } from './passkeys/passkey-registration.js';
import { PasskeyScriptHttp } from './passkeys/passkey-script.http.js';
import { PasskeySetupHttp } from './passkeys/passkey-setup.http.js';
import { RecoveryCodes } from './recovery-codes/recovery-codes.js';
import { CodeCheck } from './second-step/code-check.js';
import { PendingSignIns } from './second-step/pending-sign-ins.js';
import { SecondStepHttp } from './second-step/second-step.http.js';
import { SecondFactorsQuery } from './second-factors.js';
import { SecurityAnswers } from './security-page/security-answers.js';
import { SecurityHttp } from './security-page/security.http.js';
import { TotpSetupHttp } from './totp/totp-setup.http.js';

export const SECOND_FACTOR_CONTROLLERS = [
  PasskeyScriptHttp,
  PasskeySetupHttp,
  SecondStepHttp,
  SecurityHttp,
  TotpSetupHttp,
];

export const SECOND_FACTOR_PARTS = [
  AdminPolicy,
  Challenges,
  CodeCheck,
  FactorChanges,
  FreshPeople,
  PasskeyProof,
  PasskeyRegistration,
  PendingSignIns,
  RecoveryCodes,
  SecondFactorsQuery,
  SecurityAnswers,
];
