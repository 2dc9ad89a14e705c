import { hash } from 'node:crypto';
import { Clock, SecretBox } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import type { AdapterPayload } from 'oidc-provider';
import { PrismaService } from '../../../database/prisma.service.js';
import type { OAuthArtifact } from '../../../generated/client.js';
import { POLL_INTERVAL } from '../../issued-tokens/lifetimes.js';

/** What was handed out, found by its hash alone: neither it nor what it stands for can be read from the database. */
@Injectable()
export class ArtifactStore {
  constructor(
    private readonly prisma: PrismaService,
    private readonly box: SecretBox,
    private readonly clock: Clock,
  ) {}

  async save(kind: string, id: string, payload: AdapterPayload, lifetime: number): Promise<void> {
    const idHash = hashOf(id);
    const data = {
      sealed: this.box.seal(JSON.stringify(payload), ownerOf({ kind, idHash })),
      grantId: payload.grantId && BOUND_TO_GRANT.has(kind) ? payload.grantId : null,
      uidHash: payload.uid === undefined ? null : hashOf(payload.uid),
      userCodeHash: payload.userCode === undefined ? null : hashOf(payload.userCode),
      expiresAt: new Date(this.clock.now().getTime() + lifetime * 1_000),
    };
    await this.prisma.oAuthArtifact.upsert({
      where: { kind_idHash: { kind, idHash } },
      create: { kind, idHash, ...data },
      update: data,
    });
  }

  async find(kind: string, id: string): Promise<AdapterPayload | undefined> {
    return this.opened(
      await this.prisma.oAuthArtifact.findUnique({ where: { kind_idHash: { kind, idHash: hashOf(id) } } }),
    );
  }

  async findByUid(kind: string, uid: string): Promise<AdapterPayload | undefined> {
    return this.opened(await this.prisma.oAuthArtifact.findFirst({ where: { kind, uidHash: hashOf(uid) } }));
  }

  async findByUserCode(kind: string, userCode: string): Promise<AdapterPayload | undefined> {
    return this.opened(await this.prisma.oAuthArtifact.findFirst({ where: { kind, userCodeHash: hashOf(userCode) } }));
  }

  /** False when it had been used before: of two that use it at once, one is the second. */
  async consume(kind: string, id: string): Promise<boolean> {
    const { count } = await this.prisma.oAuthArtifact.updateMany({
      where: { kind, idHash: hashOf(id), consumedAt: null },
      data: { consumedAt: this.clock.now() },
    });
    return count === 1;
  }

  async destroy(kind: string, id: string): Promise<void> {
    await this.prisma.oAuthArtifact.deleteMany({ where: { kind, idHash: hashOf(id) } });
  }

  async destroyByUid(kind: string, uid: string): Promise<void> {
    await this.prisma.oAuthArtifact.deleteMany({ where: { kind, uidHash: hashOf(uid) } });
  }

  async destroyByGrant(kind: string, grantId: string): Promise<void> {
    await this.prisma.oAuthArtifact.deleteMany({ where: { kind, grantId } });
  }

  /** Notes that a device asked; false when it had asked less than the interval before. */
  async notePoll(deviceCode: string): Promise<boolean> {
    const count = await this.prisma.$executeRaw`
      UPDATE oauth_artifacts SET polled_at = now()
      WHERE kind = 'DeviceCode' AND id_hash = ${hashOf(deviceCode)} AND (polled_at IS NULL
      OR polled_at <= now() - make_interval(secs => ${POLL_INTERVAL}))`;
    return count === 1;
  }

  /** Expired ones too: the library looks at that, and tells a device so. */
  private opened(row: OAuthArtifact | null): AdapterPayload | undefined {
    if (!row) return undefined;
    const payload = JSON.parse(this.box.open(row.sealed, ownerOf(row))) as AdapterPayload;
    return row.consumedAt ? { ...payload, consumed: Math.floor(row.consumedAt.getTime() / 1_000) } : payload;
  }
}

/** Steps of a sign-in name the grant too, and outlive it. */
const BOUND_TO_GRANT = new Set(['AuthorizationCode', 'RefreshToken', 'DeviceCode']);

/** They have 120 random bits and more; user codes have fewer, and live for minutes. */
const hashOf = (text: string): string => hash('sha256', text, 'base64url');

const ownerOf = ({ kind, idHash }: { kind: string; idHash: string }): string => `${kind}:${idHash}`;
