import { readJson, writeJson } from './json-file.js';

/** What a person or a script needs to use the stack, as `.local/credentials.json` has it. */
export interface Credentials {
  /** Null when the gateway is not among the services that run. */
  base_url: string | null;
  api_key: string | null;
  reviewer_key: string | null;
  /** Of the person who signs in for the account of `api_key`. */
  portal_email: string | null;
  portal_password: string | null;
  /** As KAFKA_BROKERS: host:port, separated by commas. */
  kafka_brokers: string;
  /** A PostgreSQL server, with a database cds_<service> each. */
  database_url: string;
}

export const readCredentials = (file: string): Partial<Credentials> | undefined => readJson<Partial<Credentials>>(file);

/** Replaces the file; readable by this user alone. */
export const writeCredentials = (file: string, credentials: Credentials): void => writeJson(file, credentials);
