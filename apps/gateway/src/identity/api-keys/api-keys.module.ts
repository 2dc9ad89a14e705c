import { Module } from '@nestjs/common';
import { MadeCredentialsModule } from '../made-credentials/made-credentials.module.js';
import { ApiKeyCredentials } from './api-key-credentials.js';
import { CreateKeyHandler } from './create-key/create-key.handler.js';
import { CreateKeyHttp } from './create-key/create-key.http.js';
import { EditKeyHandler } from './edit-key/edit-key.handler.js';
import { EditKeyHttp } from './edit-key/edit-key.http.js';
import { KeyCache } from './key-cache.js';
import { KeyListHttp } from './key-list/key-list.http.js';
import { KeyListQuery } from './key-list/key-list.query.js';
import { KeyUse } from './key-use.js';
import { RevokeKeyHandler } from './revoke-key/revoke-key.handler.js';
import { RevokeKeyHttp } from './revoke-key/revoke-key.http.js';
import { RollKeyHandler } from './roll-key/roll-key.handler.js';
import { RollKeyHttp } from './roll-key/roll-key.http.js';
import { StoredKeyQuery } from './stored-key.query.js';
import { StoredKeys } from './stored-keys.js';

@Module({
  imports: [MadeCredentialsModule],
  controllers: [CreateKeyHttp, KeyListHttp, EditKeyHttp, RevokeKeyHttp, RollKeyHttp],
  providers: [
    ApiKeyCredentials,
    CreateKeyHandler,
    EditKeyHandler,
    KeyCache,
    KeyListQuery,
    KeyUse,
    RevokeKeyHandler,
    RollKeyHandler,
    StoredKeyQuery,
    StoredKeys,
  ],
  exports: [ApiKeyCredentials, KeyCache],
})
export class ApiKeysModule {}
