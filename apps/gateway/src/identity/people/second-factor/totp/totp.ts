import { Secret, TOTP } from 'otpauth';

const ISSUER = 'Catch Data Service';
const PERIOD_SECONDS = 30;
/** Clocks of phones are off by less. */
const WINDOW = 1;

/** 160 random bits in base32, as RFC 4226 recommends. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

/** What a QR code tells an authenticator app. */
export const totpUri = (secret: string, email: string): string => totpOf(secret, email).toString();

/** What was typed as a code: digits of any width, which Japanese keyboards send too, with or without spaces. */
export const typedCode = (text: string): string => text.normalize('NFKC').replace(/\s/g, '');

/**
 * The step (30 seconds, counted since 1970) whose code this is: the one of `now`, or the one before or after it. Null
 * for every other code.
 */
export const stepOfCode = (secret: string, code: string, now: Date): number | null => {
  // Of another text of six characters the library would throw.
  if (!isTotpCode(code)) return null;
  const [totp, timestamp] = [totpOf(secret, ''), now.getTime()];
  const delta = totp.validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
};

export const isTotpCode = (code: string): boolean => /^\d{6}$/.test(code);

const totpOf = (secret: string, label: string): TOTP =>
  // What every app can do: others ignore the parameters and compute other codes.
  new TOTP({ issuer: ISSUER, label, secret, algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS });
