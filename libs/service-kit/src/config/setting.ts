import type { z } from 'zod';

/** One environment variable: its name, what its text must be, and what it means to who operates the service. */
export interface Setting<T> {
  readonly name: string;
  readonly schema: z.ZodType<T>;
  readonly meaning: string;
  /** The text that stands in when the variable is unset or empty. */
  readonly default: string | undefined;
  /** Never printed, not even in an error. */
  readonly secret: boolean;
  /** The names of settings without which this one means nothing. */
  readonly needs: readonly string[];
}

/** Settings nested by concern. */
export interface ConfigSpec {
  readonly [key: string]: Setting<unknown> | ConfigSpec;
}

/** The values of a spec, nested the same way. */
export type ConfigOf<S> = { readonly [K in keyof S]: S[K] extends Setting<infer T> ? T : ConfigOf<S[K]> };

/** Declares a setting. `schema` reads the variable's text; make it `.optional()` where unset means something. */
export const setting = <T>(
  name: string,
  schema: z.ZodType<T>,
  meaning: string,
  options: { default?: string; secret?: boolean; needs?: readonly string[] } = {},
): Setting<T> => ({ name, schema, meaning, default: undefined, secret: false, needs: [], ...options });

/** Whether a node of a spec is a setting and not a nest of them. */
export const isSetting = (node: Setting<unknown> | ConfigSpec): node is Setting<unknown> =>
  typeof node['name'] === 'string' && typeof node['meaning'] === 'string';
