import { Controller, Get, Header } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { type SigningKeySetView, signingKeyView } from './signing-key-view.js';
import { SigningKeys } from './signing-keys.js';

/** The public keys that verify webhooks, to anybody: receivers have no credential. */
@Controller('.well-known/webhook-keys')
export class SigningKeysHttp {
  constructor(private readonly keys: SigningKeys) {}

  @Get()
  @RouteConfig({ open: true })
  @Header('cache-control', 'public, max-age=300')
  async listKeys(): Promise<SigningKeySetView> {
    return { keys: (await this.keys.all()).map(signingKeyView) };
  }
}
