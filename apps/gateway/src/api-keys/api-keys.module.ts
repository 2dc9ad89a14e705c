import { Module } from '@nestjs/common';
import { Authenticator } from './authenticator.js';
import { KeyCache } from './key-cache.js';
import { KeyUse } from './key-use.js';
import { StoredKeyQuery } from './stored-key.query.js';

@Module({ providers: [Authenticator, KeyCache, KeyUse, StoredKeyQuery], exports: [Authenticator] })
export class ApiKeysModule {}
