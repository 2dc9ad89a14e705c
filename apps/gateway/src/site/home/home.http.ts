import { readFileSync } from 'node:fs';
import { Controller, Get, Header, HttpCode } from '@nestjs/common';

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** What is here, for the person who opens the bare origin. */
@Controller()
export class HomeHttp {
  @Get()
  home(): object {
    return {
      name: 'Catch Data Service',
      version,
      base: '/api/v1',
      docs: '/docs',
      openapi: '/openapi.json',
      asyncapi: '/asyncapi.json',
      problems: '/problems',
    };
  }
  /** Browsers ask for it by themselves: there is none. */
  @Get('favicon.ico')
  @HttpCode(204)
  @Header('cache-control', 'public, max-age=86400')
  icon(): void {
    return undefined;
  }
}
