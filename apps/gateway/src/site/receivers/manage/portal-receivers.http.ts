import type { Scope } from '@cds/contracts';
import { IdempotentRequests, sendAnswer } from '@cds/idempotency';
import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Inject,
  Param,
  Patch,
  Post,
  Req,
  Res,
  UseGuards,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RECEIVERS_PATH } from '../../../edge/routing/receivers-path.js';
import { PortalGuard } from '../../../identity/people/portal-access/portal.guard.js';
import { SessionCredentials } from '../../../identity/people/sessions/session-credentials.js';
import { scopesMissing } from '../../../identity/principals/credentials.errors.js';
import { RECEIVER_KEYS, receiverToken } from '../receiver-token.js';
import { receiverNotFound } from '../receivers.errors.js';
import { ChangeReceiverHandler } from './change-receiver.handler.js';
import { MakeReceiverHandler } from './make-receiver.handler.js';
import {
  type ReceivedRequestLine,
  ReceivedRequestsQuery,
  type ReceivedRequestView,
} from './received-requests.query.js';
import { type BareReceiver, bareReceiver, type ReceiverFacts, type ReceiverView } from './receiver-view.js';
import { ReceiversQuery } from './receivers.query.js';
import { type AnswerBody, answerBody, requestNumber } from './receivers.schemas.js';

/** Injection token of the origin that addresses of receivers begin with. */
export const RECEIVER_ORIGIN = Symbol('RECEIVER_ORIGIN');

/** Requests that make a receiver have no body. */
const NO_BODY = '';

/** The receivers of the account of who is signed in to the portal. */
@Controller('portal/receivers')
@UseGuards(PortalGuard)
export class PortalReceiversHttp {
  constructor(
    private readonly receivers: ReceiversQuery,
    private readonly maker: MakeReceiverHandler,
    private readonly handler: ChangeReceiverHandler,
    private readonly requests: ReceivedRequestsQuery,
    private readonly sessions: SessionCredentials,
    private readonly idempotency: IdempotentRequests,
    @Inject(RECEIVER_KEYS) private readonly keys: readonly Buffer[],
    @Inject(RECEIVER_ORIGIN) private readonly origin: string,
  ) {}

  @Get()
  async list(@Req() request: FastifyRequest): Promise<{ data: ReceiverView[] }> {
    const receivers = await this.receivers.list(await this.accountOf(request, 'webhooks:read'));
    return { data: receivers.map((receiver) => this.viewOf(receiver)) };
  }

  @Post()
  async make(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const accountId = await this.accountOf(request, 'webhooks:write');
    const kept = await this.idempotency.reserve(request, NO_BODY, accountId);
    const { body, ...answer } = kept ?? (await this.maker.execute(accountId, request.reservation));
    sendAnswer(reply, { ...answer, body: this.withUrl(body as BareReceiver) });
  }

  @Get(':id')
  async read(@Param('id') id: string, @Req() request: FastifyRequest): Promise<ReceiverView> {
    return this.viewOf(await this.receivers.one(id, await this.accountOf(request, 'webhooks:read')));
  }

  @Patch(':id')
  async setAnswer(
    @Param('id') id: string,
    @Body({ schema: answerBody }) body: AnswerBody,
    @Req() request: FastifyRequest,
  ): Promise<ReceiverView> {
    return this.viewOf(await this.handler.setAnswer(id, await this.accountOf(request, 'webhooks:write'), body));
  }

  @Delete(':id')
  @HttpCode(204)
  async delete(@Param('id') id: string, @Req() request: FastifyRequest): Promise<void> {
    await this.handler.delete(id, await this.accountOf(request, 'webhooks:write'));
  }

  @Get(':id/requests')
  async received(@Param('id') id: string, @Req() request: FastifyRequest): Promise<{ data: ReceivedRequestLine[] }> {
    const receiver = await this.receivers.one(id, await this.accountOf(request, 'webhooks:read'));
    return { data: await this.requests.list(receiver.id) };
  }

  @Get(':id/requests/:number')
  async oneReceived(
    @Param('id') id: string,
    @Param('number') number: string,
    @Req() request: FastifyRequest,
  ): Promise<ReceivedRequestView> {
    const receiver = await this.receivers.one(id, await this.accountOf(request, 'webhooks:read'));
    const { data } = requestNumber.safeParse(number);
    if (data === undefined) throw receiverNotFound();
    return this.requests.one(receiver.id, data);
  }

  private async accountOf({ raw }: FastifyRequest, scope: Scope): Promise<string> {
    const { accountId, scopes } = await this.sessions.authenticate(raw);
    if (!scopes.includes(scope)) throw scopesMissing([scope]);
    return accountId;
  }

  private viewOf(receiver: ReceiverFacts): ReceiverView {
    return this.withUrl(bareReceiver(receiver));
  }

  private withUrl({ id, ...receiver }: BareReceiver): ReceiverView {
    return { id, url: `${this.origin}${RECEIVERS_PATH}${receiverToken(id, this.keys)}`, ...receiver };
  }
}
