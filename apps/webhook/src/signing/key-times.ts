/** How old a copy's knowledge of the signing keys may become, in milliseconds. */
export const REFRESH_MS = 60_000;
