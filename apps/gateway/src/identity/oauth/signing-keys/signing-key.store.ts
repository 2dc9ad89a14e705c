import { Clock, SecretBox } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import type { JWK } from 'jose';
import { PrismaService } from '../../../database/prisma.service.js';
import { newPrivateJwk, type SigningKey, signingKeyOf } from './signing-key.js';

/** How long a key signs. */
const SIGNS_MS = 90 * 86_400_000;
/** How long a new key can be seen before it signs: whoever keeps our keys for less finds it in time. */
const ANNOUNCED_MS = 3_600_000;
/** How long a key can be seen after it signed last; tokens live for a part of it. */
const REMEMBERED_MS = 86_400_000;

/** The keys in the database, which all copies of the gateway share. */
@Injectable()
export class SigningKeyStore {
  constructor(
    private readonly prisma: PrismaService,
    private readonly box: SecretBox,
    private readonly clock: Clock,
  ) {}

  /** Those that sign, signed lately or will sign, newest first. */
  async all(): Promise<SigningKey[]> {
    const rows = await this.prisma.oAuthSigningKey.findMany({ orderBy: { signsFrom: 'desc' } });
    return Promise.all(
      rows.map(({ id, sealed, signsFrom }) =>
        signingKeyOf(id, JSON.parse(this.box.open(sealed, id)) as JWK, signsFrom),
      ),
    );
  }

  /**
   * Makes the first key, or the next one when the newest has signed for 90 days or `now` is given; drops those of no
   * more use. Copies wait for each other.
   */
  async rotate({ now: isWanted = false } = {}): Promise<void> {
    await this.prisma.$transaction(async (tx) => {
      await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('oauth-signing-keys'))`;
      const [newest, ...older] = await tx.oAuthSigningKey.findMany({
        orderBy: { signsFrom: 'desc' },
        select: { id: true, signsFrom: true },
      });
      const now = this.clock.now().getTime();
      if (!newest || isWanted || now >= newest.signsFrom.getTime() + SIGNS_MS) {
        const jwk = await newPrivateJwk();
        const sealed = this.box.seal(JSON.stringify(jwk), jwk.kid);
        const signsFrom = new Date(newest ? now + ANNOUNCED_MS : now);
        await tx.oAuthSigningKey.create({ data: { id: jwk.kid, sealed, createdAt: new Date(now), signsFrom } });
      }
      // A key signs until the next one does.
      const times = newest ? [newest, ...older] : [];
      const forgotten = times.filter(
        (_key, index) => (times[index - 1]?.signsFrom.getTime() ?? Infinity) + REMEMBERED_MS <= now,
      );
      await tx.oAuthSigningKey.deleteMany({ where: { id: { in: forgotten.map(({ id }) => id) } } });
    });
  }
}
