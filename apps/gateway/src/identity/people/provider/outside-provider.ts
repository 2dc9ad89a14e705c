import { ConfigError } from '@cds/service-kit';

/** Injection token of the `OutsideProvider`, or null when none is set up. */
export const OUTSIDE_PROVIDER = Symbol('OUTSIDE_PROVIDER');

/** The OAuth 2.0 provider elsewhere that people may sign in through. */
export interface OutsideProvider {
  /** Shown to people, and what links are kept under. */
  readonly name: string;
  readonly authorizationUrl: string;
  readonly tokenUrl: string;
  readonly userinfoUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope: string;
  /** Of its pages: browsers are sent there by our forms. */
  readonly origin: string;
}

/** As the environment tells it. */
export type ProviderSettings = {
  readonly [K in Exclude<keyof OutsideProvider, 'origin' | 'scope'>]: string | undefined;
} & { readonly scope: string };

/** Null when nothing is set; fails with a `ConfigError` when only a part is. */
export const outsideProviderOf = (settings: ProviderSettings): OutsideProvider | null => {
  const { name, authorizationUrl, tokenUrl, userinfoUrl, clientId, clientSecret, scope } = settings;
  const given = { name, authorizationUrl, tokenUrl, userinfoUrl, clientId, clientSecret };
  if (Object.values(given).every((value) => value === undefined)) return null;
  if (name && authorizationUrl && tokenUrl && userinfoUrl && clientId && clientSecret) {
    return {
      name,
      authorizationUrl,
      tokenUrl,
      userinfoUrl,
      clientId,
      clientSecret,
      scope,
      origin: new URL(authorizationUrl).origin,
    };
  }
  const missing = Object.entries(given).flatMap(([key, value]) => (value === undefined ? [variableOf(key)] : []));
  throw new ConfigError(missing.map((variable) => `${variable} is not set, while others of the outside provider are.`));
};

const variableOf = (key: string): string =>
  `OAUTH_PROVIDER_${key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
