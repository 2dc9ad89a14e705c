import type { Scope } from '@cds/contracts';
import { Injectable } from '@nestjs/common';
import { PrismaService } from '../../../database/prisma.service.js';
import { knownScopes } from '../scopes-of-people.js';

/** A browser in which a person is signed in. */
export interface ShownSession {
  /** Names it in forms; nobody can sign in with it. */
  readonly id: string;
  readonly userAgent: string | null;
  readonly address: string | null;
  readonly signedInAt: Date;
  readonly seenAt: Date;
}

/** An app that a person allowed to act for their account. */
export interface AllowedApp {
  readonly grantId: string;
  readonly name: string;
  /** The account that registered it. */
  readonly ownerName: string;
  readonly scopes: readonly Scope[];
  readonly allowedAt: Date;
  readonly endsAt: Date;
}

export interface Access {
  readonly sessions: readonly ShownSession[];
  readonly apps: readonly AllowedApp[];
}

/** Most of each that the page shows, the newest. */
const MOST = 50;

/** Where a person is signed in, and which apps may act for them. */
@Injectable()
export class AccessQuery {
  constructor(private readonly prisma: PrismaService) {}

  async of(personId: string): Promise<Access> {
    const [sessions, grants] = await Promise.all([
      this.prisma.personSession.findMany({ where: { personId }, orderBy: { seenAt: 'desc' }, take: MOST }),
      this.prisma.oAuthGrant.findMany({
        where: { personId, client: { deletedAt: null } },
        include: { client: { include: { account: { select: { name: true } } } } },
        orderBy: { createdAt: 'desc' },
        take: MOST,
      }),
    ]);
    return {
      sessions: sessions.map(({ hash: id, userAgent, address, createdAt: signedInAt, seenAt }) => ({
        id,
        userAgent,
        address,
        signedInAt,
        seenAt,
      })),
      apps: grants.map(({ id: grantId, client, scopes, createdAt: allowedAt, expiresAt: endsAt }) => ({
        grantId,
        name: client.name,
        ownerName: client.account.name,
        scopes: knownScopes(scopes),
        allowedAt,
        endsAt,
      })),
    };
  }
}
