import { Module } from '@nestjs/common';
import { ApiKeyCredentials } from './api-key-credentials.js';
import { KeyCache } from './key-cache.js';
import { KeyUse } from './key-use.js';
import { StoredKeyQuery } from './stored-key.query.js';

@Module({ providers: [ApiKeyCredentials, KeyCache, KeyUse, StoredKeyQuery], exports: [ApiKeyCredentials] })
export class ApiKeysModule {}
