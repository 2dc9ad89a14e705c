import { Controller, Get, Header } from '@nestjs/common';
import { PortalHome, type PortalHomeView } from './portal-home.js';

/** What the portal shows to who has not signed in. */
@Controller('portal')
export class PortalHomeHttp {
  constructor(private readonly portal: PortalHome) {}

  @Get('home')
  @Header('cache-control', 'public, max-age=60')
  home(): Promise<PortalHomeView> {
    return this.portal.show();
  }
}
