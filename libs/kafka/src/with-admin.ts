import { within } from '@cds/errors';
import type { Admin, Kafka } from 'kafkajs';
import { HANGS_AFTER_MS, LEAVE_LIMIT_MS } from './hanging.js';

/** Runs `work` with a connection of its own. Fails when kafkajs hangs. */
export const withAdmin = async <T>(kafka: Kafka, work: (admin: Admin) => Promise<T>): Promise<T> => {
  const admin = kafka.admin();
  try {
    await within(admin.connect(), HANGS_AFTER_MS);
    return await within(work(admin), HANGS_AFTER_MS);
  } finally {
    await within(admin.disconnect(), LEAVE_LIMIT_MS).catch(() => undefined);
  }
};
