import { createHash } from 'node:crypto';
import type { Queryable } from '@cds/postgres';
import { type Anchor, ANCHOR, type Link, LINKS, TRUST_NO_SCHEMA, WAITING, type Waiting } from './chain.sql.js';
import type { Head } from './cli-arguments.js';
import { firstUnlinked } from './first-unlinked.js';

const BATCH = 5_000;
const TELL_EVERY = 100_000n;

export interface Verified {
  /** What is wrong at the first place where something is; undefined when the chain is whole. */
  readonly problem: string | undefined;
  /** How far the chain was found whole. */
  readonly head: Head;
  /** Where the chain begins: after what retention removed. */
  readonly begin: bigint;
  readonly removedBefore: Date | null;
  readonly waiting: Waiting;
  /** Whether the given head is older than what is kept. */
  readonly isHeadTooOld: boolean;
}

export interface VerifyOptions {
  readonly head: Head | undefined;
  readonly onProgress: (text: string) => void;
}

/**
 * Checks the chain of the audit log from its anchor on, and that every entry is in it. Reads in small statements: the
 * gateway may go on adding entries meanwhile. `db` is one connection.
 */
export const verify = async (db: Queryable, options: VerifyOptions): Promise<Verified> => {
  const { head, onProgress } = options;
  await db.query(TRUST_NO_SCHEMA);
  const anchor = await anchorOf(db);
  const begin = { position: BigInt(anchor.position), hash: anchor.hash };
  const walked = await walk(db, begin, { head, newest: BigInt(anchor.newest ?? anchor.position), onProgress });
  // Retention removed links between two reads: the chain has another beginning now.
  if (walked.problem !== undefined && (await anchorOf(db)).position !== anchor.position) return verify(db, options);
  return {
    problem: walked.problem ?? (await firstUnlinked(db, onProgress)),
    head: walked.head,
    begin: begin.position,
    removedBefore: anchor.removed_before,
    waiting: (await db.query<Waiting>(WAITING)).rows[0] ?? { count: 0, since: null },
    isHeadTooOld: head !== undefined && head.position < begin.position,
  };
};

const anchorOf = async (db: Queryable): Promise<Anchor> => {
  const { rows } = await db.query<Anchor>(ANCHOR);
  const [anchor] = rows;
  if (!anchor) throw new Error('The row of audit_anchor is missing: nobody knows where the chain begins.');
  return anchor;
};

interface Walk extends VerifyOptions {
  readonly newest: bigint;
}

const walk = async (db: Queryable, begin: Head, { head: noted, newest, onProgress }: Walk) => {
  let head = begin;
  for (;;) {
    if (differs(noted, head)) return { head, problem: `The chain was written anew: ${unlike(head)}` };
    const { rows } = await db.query<Link>(LINKS, [String(head.position), BATCH]);
    for (const link of rows) {
      const problem = problemOf(link, head);
      if (problem !== undefined) return { head, problem };
      head = { position: BigInt(link.position), hash: link.hash };
      if (differs(noted, head)) return { head, problem: `The chain was written anew: ${unlike(head)}` };
      if (head.position % TELL_EVERY === 0n) onProgress(`checked position ${shown(head.position)} of ${shown(newest)}`);
    }
    if (rows.length < BATCH) break;
  }
  const isCutOff = noted !== undefined && noted.position > head.position;
  return {
    head,
    problem: isCutOff ? `The chain was cut off: it ends at position ${shown(head.position)}.` : undefined,
  };
};

const differs = (noted: Head | undefined, { position, hash }: Head): boolean =>
  noted !== undefined && noted.position === position && noted.hash !== hash;

const unlike = ({ position, hash }: Head): string =>
  `at position ${shown(position)} the hash is ${hash}, not the given one.`;

const problemOf = (link: Link, { position, hash }: Head): string | undefined => {
  const at = `Position ${shown(BigInt(link.position))}, entry ${link.entry_id}`;
  const expected = position + 1n;
  if (BigInt(link.position) !== expected) return `Position ${shown(expected)}: the link is missing.`;
  if (!link.is_there) return `${at}: the entry was removed.`;
  const isWhole = createHash('sha256').update(hash, 'hex').update(link.content).digest('hex') === link.hash;
  return isWhole && link.has_its_time ? undefined : `${at}: the entry or its link was changed or moved.`;
};

const shown = (position: bigint): string => position.toLocaleString('en');
