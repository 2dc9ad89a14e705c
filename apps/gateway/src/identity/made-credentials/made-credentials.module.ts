import { Module } from '@nestjs/common';
import { MadeCredentials } from './made-credentials.js';

@Module({ providers: [MadeCredentials], exports: [MadeCredentials] })
export class MadeCredentialsModule {}
