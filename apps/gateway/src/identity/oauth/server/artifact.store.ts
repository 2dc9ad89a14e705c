import { hash } from 'node:crypto';
import { Clock, SecretBox } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import type { AdapterPayload } from 'oidc-provider';
import { PrismaService } from '../../../database/prisma.service.js';
import type { OAuthArtifact } from '../../../generated/client.js';
import { POLL_INTERVAL } from '../../issued-tokens/lifetimes.js';

/** Refresh tokens of one grant that are kept: unused ones, as each device of the person has one, and used ones. */
const MOST_UNUSED = 500;
const MOST_USED = 100;
const MOST_DROPPED = 200;

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

  /**
   * Makes room for the refresh token that is about to be issued for a code or another token: deletes the oldest ones of
   * the grant beyond those that are kept. Without it an app that refreshes all the time would have so many that its
   * grant could not be deleted in time any more. One that was deleted is refused as unknown.
   */
  async dropOldTokens(kind: string, id: string): Promise<void> {
    const idHash = hashOf(id);
    await this.prisma.$executeRaw`
      WITH token AS NOT MATERIALIZED (
        SELECT kind, id_hash, consumed_at, expires_at FROM oauth_artifacts WHERE kind = 'RefreshToken'
        AND grant_id = (SELECT grant_id FROM oauth_artifacts WHERE kind = ${kind} AND id_hash = ${idHash})
        AND (kind, id_hash) <> (${kind}, ${idHash})
      ), old AS (
        (SELECT kind, id_hash FROM token WHERE consumed_at IS NULL
        ORDER BY expires_at DESC, id_hash OFFSET ${MOST_UNUSED} LIMIT ${MOST_DROPPED})
        UNION ALL
        (SELECT kind, id_hash FROM token WHERE consumed_at IS NOT NULL
        ORDER BY expires_at DESC, id_hash OFFSET ${MOST_USED} LIMIT ${MOST_DROPPED})
      ), locked AS (
        SELECT kind, id_hash FROM oauth_artifacts WHERE (kind, id_hash) IN (SELECT kind, id_hash FROM old)
        FOR UPDATE SKIP LOCKED
      )
      DELETE FROM oauth_artifacts WHERE (kind, id_hash) IN (SELECT kind, id_hash FROM locked)`;
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
