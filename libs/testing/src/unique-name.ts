import { randomUUID } from 'node:crypto';

/** A name no other test has: for topics, groups and databases on a server that tests share. */
export const uniqueName = (prefix: string): string => `${prefix}-${randomUUID().replaceAll('-', '').slice(0, 16)}`;
