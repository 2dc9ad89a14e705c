import { CurrentCaller, type Requester, entityTagOf } from '@cds/service-kit';
import { Body, Controller, Headers, Inject, Param, Patch, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { type DeliverySettings, WEBHOOK_CONFIG } from '../../config.js';
import type { EndpointView } from '../endpoint-view.js';
import { EditEndpointHandler } from './edit-endpoint.handler.js';
import { mergedSettings, type MergedSettings } from './merged-settings.js';
import type { EndpointSettings } from '../settings/endpoint-settings.js';

@Controller('v1/webhooks')
export class EditEndpointHttp {
  constructor(
    private readonly handler: EditEndpointHandler,
    @Inject(WEBHOOK_CONFIG) private readonly policy: DeliverySettings,
  ) {}

  @Patch(':id')
  async edit(
    @Param('id') id: string,
    @Headers('if-match') ifMatch: string | undefined,
    @Body() body: unknown,
    @CurrentCaller() caller: Requester,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<EndpointView> {
    const mergeInto = (now: EndpointSettings): MergedSettings => mergedSettings(now, body, this.policy);
    const edited = await this.handler.execute(id, { body, mergeInto }, caller, ifMatch);
    reply.header('etag', entityTagOf(edited));
    return edited;
  }
}
