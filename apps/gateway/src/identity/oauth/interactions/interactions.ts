import { type Scope, SCOPES } from '@cds/contracts';
import { AppError } from '@cds/errors';
import { Clock } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errors } from 'oidc-provider';
import { AuditLog } from '../../audit-log/audit-log.js';
import { ClientAddress } from '../../principals/client-address.js';
import { PrismaService } from '../../../database/prisma.service.js';
import type { OAuthClient } from '../../../generated/client.js';
import type { SignedIn } from '../../people/sign-ins.js';
import { MailOutbox } from '../../../site/mail/mail-outbox.js';
import { Grants } from '../grants/grants.js';
import { ArtifactStore } from '../server/artifact.store.js';
import { AuthorizationServer } from '../server/authorization-server.js';

/** A step of an app's sign-in at which the person is asked. */
export type Interaction = Awaited<ReturnType<AuthorizationServer['provider']['interactionDetails']>>;

/** Reads and ends the steps at which a person is asked. */
@Injectable()
export class Interactions {
  constructor(
    private readonly server: AuthorizationServer,
    private readonly artifacts: ArtifactStore,
    private readonly grants: Grants,
    private readonly prisma: PrismaService,
    private readonly audit: AuditLog,
    private readonly addresses: ClientAddress,
    private readonly clock: Clock,
    private readonly outbox: MailOutbox,
  ) {}

  /** The interaction that this browser is in; fails with `oauth_interaction.expired` when that is none, or another. */
  async of(request: FastifyRequest, reply: FastifyReply, id: string): Promise<Interaction> {
    try {
      const interaction = await this.server.provider.interactionDetails(request.raw, reply.raw);
      if (interaction.uid === id) return interaction;
    } catch (error) {
      if (!(error instanceof errors.SessionNotFound)) throw error;
    }
    throw new AppError({
      code: 'oauth_interaction.expired',
      kind: 'gone',
      message: 'The sign-in of the app is over, or was begun in another browser. Begin again from the app.',
    });
  }

  /** The app that asks, with the name of the account that registered it; fails when it was deleted meanwhile. */
  async clientOf({ params }: Interaction) {
    const client = await this.prisma.oAuthClient.findUnique({
      where: { id: String(params['client_id']) },
      include: { account: { select: { name: true } } },
    });
    if (!client || client.deletedAt) throw appIsGone();
    return client;
  }

  /** Goes on as this person, and forgets whom the browser was before. Returns where to. */
  async signIn(interaction: Interaction, { personId }: SignedIn): Promise<string> {
    if (interaction.session && interaction.session.accountId !== personId) {
      await this.artifacts.destroyByUid('Session', interaction.session.uid);
      interaction.session = undefined;
    }
    interaction.result = { ...interaction.lastSubmission, login: { accountId: personId, remember: false } };
    return this.end(interaction);
  }

  /** Returns where to go on. */
  async allow(
    interaction: Interaction,
    { client, person, scopes }: { client: OAuthClient; person: SignedIn; scopes: readonly Scope[] },
    request: FastifyRequest,
  ): Promise<string> {
    const { personId, accountId, email } = person;
    const grantId = await this.prisma.$transaction(async (tx) => {
      const id = await this.grants.give({ personId, accountId, clientId: client.id, scopes }, tx);
      if (id === undefined) throw appIsGone();
      const address = this.addresses.of(request.raw);
      await this.audit.record(
        {
          action: 'oauth_grant.given',
          accountId,
          actorId: personId,
          targetId: id,
          address,
          requestId: request.id,
          details: { client_id: client.id, scopes: [...scopes] },
        },
        tx,
      );
      await this.outbox.add({ kind: 'app-allowed', recipient: email }, tx);
      return id;
    });
    interaction.result = { ...interaction.lastSubmission, consent: { grantId } };
    return this.end(interaction);
  }

  /** Returns where to go on. */
  cancel(interaction: Interaction): Promise<string> {
    interaction.result = { error: 'access_denied', error_description: 'the person did not allow it' };
    return this.end(interaction);
  }

  private async end(interaction: Interaction): Promise<string> {
    await interaction.save(Math.max(1, interaction.exp - Math.floor(this.clock.now().getTime() / 1_000)));
    return interaction.returnTo;
  }
}

const appIsGone = (): AppError =>
  new AppError({
    code: 'oauth_interaction.expired',
    kind: 'gone',
    message: 'The app is not registered any more.',
  });

/** What the app asks for, as far as it and the person have it themselves. */
export const askedScopes = ({ params }: Interaction, client: OAuthClient, person: SignedIn): Scope[] => {
  const asked = new Set(String(params['scope'] ?? '').split(' '));
  return SCOPES.filter((scope) => asked.has(scope) && client.scopes.includes(scope) && person.scopes.includes(scope));
};
