import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** What `npm start` says about the stack it runs. */
export interface LocalStack {
  /** The path of the file that says it. */
  readonly file: string;
  /** As the file has them, unchecked: who needs one says so when it is missing. */
  readonly credentials: {
    readonly base_url?: string;
    readonly database_url?: string;
    readonly kafka_brokers?: string | readonly string[];
  };
}

/**
 * The local stack whose data is in the folder CDS_DATA_DIR, which starts from `root` and defaults to `.local`;
 * undefined when none was started there.
 */
export const localStack = (root: string, env: NodeJS.ProcessEnv): LocalStack | undefined => {
  const file = join(resolve(root, env['CDS_DATA_DIR'] || '.local'), 'credentials.json');
  if (!existsSync(file)) return undefined;
  return { file, credentials: JSON.parse(readFileSync(file, 'utf8')) as LocalStack['credentials'] };
};
