import { SecretBox } from '@cds/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';

interface Opened {
  readonly owner: string;
  readonly secret: string;
}

/** Those of all endpoints that are sent something in a while; each takes some 4 kB at most. */
const MAX_KEPT = 4_000;
const KEPT_MS = 60_000;

/**
 * Opens what is sealed for endpoints, and keeps it for a minute: an endpoint that is sent many messages has its secret
 * decrypted once. A secret that is rotated is another text, so what is kept never outlives it.
 */
@Injectable()
export class OpenedSecrets {
  private readonly kept = new LRUCache<string, Opened>({ max: MAX_KEPT, ttl: KEPT_MS });

  constructor(@Inject(SecretBox) private readonly box: Pick<SecretBox, 'open'>) {}

  /** Throws as `SecretBox` does. */
  open(text: string, owner: string): string {
    const known = this.kept.get(text);
    if (known?.owner === owner) return known.secret;
    const secret = this.box.open(text, owner);
    this.kept.set(text, { owner, secret });
    return secret;
  }
}
