/** How long a sign-in is proof enough for what could outlive a stolen session, such as the consent to an app. */
const FRESH_MS = 15 * 60_000;

/** Whether somebody who signed in at `signedInAt` did so lately enough. */
export const isFreshAt = (signedInAt: Date | null, now: Date): boolean =>
  signedInAt !== null && now.getTime() - signedInAt.getTime() < FRESH_MS;
