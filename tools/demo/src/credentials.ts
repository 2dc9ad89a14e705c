import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { messageOf } from '@cds/errors';
import { z } from 'zod';

const credentialsSchema = z.object({
  base_url: z.string(),
  api_key: z.string(),
  reviewer_key: z.string(),
  kafka_brokers: z.union([z.string(), z.array(z.string())]),
});
export type Credentials = z.infer<typeof credentialsSchema>;

/** What `npm start` wrote for people and tools; fails with what to do when there is no stack. */
export const readCredentials = (): Credentials => {
  const file = join(resolve(process.env['CDS_DATA_DIR'] ?? '.local'), 'credentials.json');
  try {
    return credentialsSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    throw new Error(`${file} cannot be read: ${messageOf(error)}\nStart the stack first: npm start`, { cause: error });
  }
};

export const brokersOf = ({ kafka_brokers: brokers }: Credentials): string[] =>
  typeof brokers === 'string' ? brokers.split(',') : brokers;
