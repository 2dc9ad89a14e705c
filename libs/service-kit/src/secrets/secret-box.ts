import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** A key of 32 bytes under a name that is stored with what it seals. */
export interface SecretKey {
  readonly id: string;
  readonly key: Buffer;
}

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Seals secrets at rest: AES-256-GCM under the first key. What any of the keys sealed can be opened, so a new key is
 * put first and the old ones stay until nothing is sealed with them. A sealed text is bound to its `owner`: moved to
 * another row it does not open.
 */
export class SecretBox {
  constructor(private readonly keys: readonly [SecretKey, ...SecretKey[]]) {}

  seal(secret: string, owner: string): string {
    const [{ id, key }] = this.keys;
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(ALGORITHM, key, iv).setAAD(Buffer.from(owner));
    const sealed = Buffer.concat([iv, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return `${id}.${sealed.toString('base64url')}`;
  }

  /** Throws when the key is not among the keys, or the text was changed or sealed for another owner. */
  open(text: string, owner: string): string {
    const [id, body = ''] = text.split('.');
    const key = this.keys.find((one) => one.id === id)?.key;
    if (!key) throw new Error(`no key ${id ?? ''} among those that open`);
    const sealed = Buffer.from(body, 'base64url');
    const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(owner))
      .setAuthTag(sealed.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8');
  }
}
