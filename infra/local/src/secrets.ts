import { randomBytes } from 'node:crypto';
import { readJson, writeJson } from './json-file.js';

export interface Secrets {
  postgres_password: string;
  identity_secret: string;
  webhook_secret_key: string;
  session_key: string;
  oauth_secret_key: string;
}

/** Secrets of this stack alone, made at random on its first start and kept. */
export const keptSecrets = (file: string): Secrets => {
  const kept = readJson<Partial<Secrets>>(file);
  const secrets: Secrets = {
    postgres_password: kept?.postgres_password ?? randomBytes(18).toString('base64url'),
    identity_secret: kept?.identity_secret ?? randomBytes(32).toString('base64url'),
    session_key: kept?.session_key ?? randomBytes(32).toString('base64'),
    webhook_secret_key: kept?.webhook_secret_key ?? newSecretKey(),
    oauth_secret_key: kept?.oauth_secret_key ?? newSecretKey(),
  };
  writeJson(file, secrets);
  return secrets;
};

const newSecretKey = (): string => `local:${randomBytes(32).toString('base64')}`;
