const MINUTE = 60;
const DAY = 86_400;

/** How long what the server hands out is good for, in seconds. */
export const LIFETIMES = {
  accessToken: 15 * MINUTE,
  authorizationCode: MINUTE,
  deviceCode: 10 * MINUTE,
  interaction: 60 * MINUTE,
  /** Of the steps of one sign-in; who is signed in, the people's own session knows. */
  session: DAY,
  /** Of a browser that nobody has signed in with: the code of a device can be entered in that time. */
  newSession: 10 * MINUTE,
  /** Since its last use: each use makes a new one. */
  refreshToken: 60 * DAY,
  /** Since the last consent. */
  grant: 365 * DAY,
} as const;

/** How often at most a device may ask for its token, in seconds (RFC 8628, section 3.5). */
export const POLL_INTERVAL = 5;
