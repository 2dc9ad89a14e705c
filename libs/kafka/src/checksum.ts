import { crc32c } from '@node-rs/crc32';
import { replaceModule } from './replace-module.js';

/** The checksum of a batch of records (CRC-32C), which kafkajs computes byte by byte in JavaScript (ADR 127). */
export const checksum = (bytes: Buffer): number => crc32c(bytes);

/** That of kafkajs. */
export const checksumSlowly = replaceModule('protocol/recordBatch/crc32C/index.js', checksum);
