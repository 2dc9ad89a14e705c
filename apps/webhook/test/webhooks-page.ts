import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const PAGE = readFileSync(join(import.meta.dirname, '..', '..', '..', 'docs', 'webhooks.md'), 'utf8');

/** The first block of a language under a heading of docs/webhooks.md. */
export const blockOf = (heading: string, language: string): string => {
  const [, section] = PAGE.split(new RegExp(`^#+ ${heading}$`, 'm'));
  const [, block] = new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'ms').exec(section ?? '') ?? [];
  if (block === undefined) throw new Error(`docs/webhooks.md has no ${language} under ${heading}`);
  return block;
};

export interface Vector {
  readonly name: string;
  readonly secrets: readonly string[];
  readonly key: string;
  readonly 'webhook-id': string;
  readonly 'webhook-timestamp': string;
  readonly 'webhook-signature': string;
  readonly body: string;
}

/** The test vectors that the page publishes. */
export const VECTORS = JSON.parse(blockOf('Test vectors', 'json')) as Vector[];
