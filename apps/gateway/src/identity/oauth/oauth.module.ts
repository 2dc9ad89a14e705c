import { hkdfSync } from 'node:crypto';
import { SecretBox, type SecretKey } from '@cds/service-kit';
import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { MadeCredentialsModule } from '../made-credentials/made-credentials.module.js';
import { MailOutbox } from '../../site/mail/mail-outbox.js';
import { AccessTokenCredentials } from './access-tokens/access-token-credentials.js';
import { ClientListHttp } from './clients/client-list/client-list.http.js';
import { ClientListQuery } from './clients/client-list/client-list.query.js';
import { ClientRemover } from './clients/client-remover.js';
import { Clients } from './clients/clients.js';
import { CreateClientHandler } from './clients/create-client/create-client.handler.js';
import { CreateClientHttp } from './clients/create-client/create-client.http.js';
import { DeleteClientHandler } from './clients/delete-client/delete-client.handler.js';
import { DeleteClientHttp } from './clients/delete-client/delete-client.http.js';
import { EditClientHandler } from './clients/edit-client/edit-client.handler.js';
import { EditClientHttp } from './clients/edit-client/edit-client.http.js';
import { RotateSecretHandler } from './clients/rotate-secret/rotate-secret.handler.js';
import { RotateSecretHttp } from './clients/rotate-secret/rotate-secret.http.js';
import { GrantListHttp } from './grants/grant-list/grant-list.http.js';
import { GrantListQuery } from './grants/grant-list/grant-list.query.js';
import { Grants } from './grants/grants.js';
import { RevokeGrantHandler } from './grants/revoke-grant/revoke-grant.handler.js';
import { RevokeGrantHttp } from './grants/revoke-grant/revoke-grant.http.js';
import { Interactions } from './interactions/interactions.js';
import { InteractionsHttp } from './interactions/interactions.http.js';
import { ISSUER } from './issuer.js';
import { OAuthSweep } from './oauth-sweep.js';
import { Revocations } from './revocations/revocations.js';
import { OidcResponseOverrides } from './server/oidc-response-overrides.js';
import { ArtifactStore } from './server/artifact.store.js';
import { AuthorizationServer, COOKIE_KEYS } from './server/authorization-server.js';
import { OAuthAdapters } from './server/oauth.adapter.js';
import { OAuthAudit } from './server/oauth-audit.js';
import { SignedTokens } from './server/signed-tokens.js';
import { WrongSecrets } from './server/wrong-secrets.js';
import { SigningKeyStore } from './signing-keys/signing-key.store.js';
import { SigningKeys } from './signing-keys/signing-keys.js';

export interface OAuthOptions {
  readonly issuer: string;
  readonly secretKeys: readonly [SecretKey, ...SecretKey[]];
}

/** Access tokens: whom they stand for, and whether they still do. */
@Module({})
export class AccessTokensModule {
  static forRoot({ issuer, secretKeys }: OAuthOptions): DynamicModule {
    const shared = [
      { provide: ISSUER, useValue: issuer },
      { provide: SecretBox, useValue: new SecretBox(secretKeys) },
      SigningKeys,
      Revocations,
    ];
    return {
      module: AccessTokensModule,
      global: true,
      providers: [...shared, SigningKeyStore, AccessTokenCredentials],
      exports: [...shared, AccessTokenCredentials],
    };
  }
}

/** The OAuth 2.0 server, and the pages of an app's sign-in. */
@Module({})
export class OAuthModule {
  static forRoot({
    secretKeys,
    people,
  }: OAuthOptions & { readonly people?: Type | DynamicModule | undefined }): DynamicModule {
    return {
      module: OAuthModule,
      imports: [MadeCredentialsModule, ...(people ? [people] : [])],
      controllers: [
        InteractionsHttp,
        CreateClientHttp,
        ClientListHttp,
        EditClientHttp,
        DeleteClientHttp,
        RotateSecretHttp,
        GrantListHttp,
        RevokeGrantHttp,
      ],
      providers: [
        { provide: COOKIE_KEYS, useValue: secretKeys.map(({ key }) => cookieKey(key)) },
        OidcResponseOverrides,
        ArtifactStore,
        AuthorizationServer,
        ClientListQuery,
        ClientRemover,
        Clients,
        CreateClientHandler,
        DeleteClientHandler,
        EditClientHandler,
        GrantListQuery,
        Grants,
        Interactions,
        MailOutbox,
        OAuthAdapters,
        OAuthAudit,
        OAuthSweep,
        RevokeGrantHandler,
        RotateSecretHandler,
        SignedTokens,
        WrongSecrets,
      ],
      exports: [AuthorizationServer],
    };
  }
}

const cookieKey = (key: Buffer): string =>
  Buffer.from(hkdfSync('sha256', key, '', 'cds oauth cookies', 32)).toString('base64url');
