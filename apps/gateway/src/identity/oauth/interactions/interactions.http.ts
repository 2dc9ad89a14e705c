import { AppError } from '@cds/errors';
import { Body, Controller, Get, Inject, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { PageProblems } from '../../../site/pages/page-problems.filter.js';
import { sendPage } from '../../../site/pages/page.js';
import { type SignedIn, SignIns } from '../../people/sign-ins.js';
import { isDelegating } from '../grants/grants.js';
import { COOKIE_KEYS } from '../server/authorization-server.js';
import { consentPage } from './consent-page.js';
import { csrfToken, isCsrfToken } from './csrf-token.js';
import { askedScopes, type Interaction, Interactions } from './interactions.js';

const consentBody = z.strictObject({
  csrf: z.string(),
  decision: z.enum(['allow', 'cancel']),
  /** Delegating scopes that the person ticked. */
  also: z
    .union([z.string(), z.array(z.string())])
    .default([])
    .transform((ticked) => [ticked].flat()),
});

/** The pages of an app's sign-in at which the person is asked. */
@Controller('oauth/interactions')
@UseFilters(PageProblems)
export class InteractionsHttp {
  constructor(
    private readonly interactions: Interactions,
    private readonly signIns: SignIns,
    @Inject(COOKIE_KEYS) private readonly cookieKeys: readonly string[],
  ) {}

  @Get(':id')
  async ask(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const interaction = await this.interactions.of(request, reply, id);
    const person = await this.signIns.current(request);
    if (!person) return redirect(reply, this.signIns.pageFor(pathOf(id)));
    if (!isFor(interaction, person)) return redirect(reply, await this.interactions.signIn(interaction, person));
    if (!this.signIns.isFresh(person)) return redirect(reply, this.signIns.pageFor(pathOf(id)));
    const client = await this.interactions.clientOf(interaction);
    const asked = askedScopes(interaction, client, person);
    const { redirect_uri: redirectUri } = interaction.params;
    return sendPage(
      reply,
      consentPage({
        clientName: client.name,
        ownerName: client.account.name,
        person,
        scopes: asked.filter((scope) => !isDelegating(scope)),
        delegating: asked.filter(isDelegating),
        redirectUri: typeof redirectUri === 'string' ? redirectUri : null,
        action: pathOf(id),
        csrf: csrfToken(this.cookieKeys[0] ?? '', id, person.personId),
        switchPage: this.signIns.pageFor(pathOf(id)),
      }),
    );
  }

  @Post(':id')
  async answer(
    @Param('id') id: string,
    @Body({ schema: consentBody }) { csrf, decision, also }: z.infer<typeof consentBody>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const interaction = await this.interactions.of(request, reply, id);
    const person = await this.signIns.current(request);
    // Whoever signed out or in meanwhile is asked anew.
    if (!person || !isFor(interaction, person) || !this.signIns.isFresh(person)) return redirect(reply, pathOf(id));
    if (!isCsrfToken(csrf, this.cookieKeys, id, person.personId)) throw forged();
    const client = await this.interactions.clientOf(interaction);
    const scopes = askedScopes(interaction, client, person).filter(
      (scope) => !isDelegating(scope) || also.includes(scope),
    );
    return redirect(
      reply,
      decision === 'allow' && scopes.length > 0
        ? await this.interactions.allow(interaction, { client, person, scopes }, request)
        : await this.interactions.cancel(interaction),
    );
  }
}

const pathOf = (id: string): string => `/oauth/interactions/${id}`;

/** Whether it waits for this person's consent, and for nothing before. */
const isFor = ({ prompt, session }: Interaction, { personId }: SignedIn): boolean =>
  prompt.name === 'consent' && session?.accountId === personId;

const redirect = (reply: FastifyReply, to: string): void =>
  void reply.header('cache-control', 'no-store').redirect(to, 303);

const forged = (): AppError =>
  new AppError({
    code: 'request.invalid',
    kind: 'invalid',
    message: 'The form was not the one that was shown. Load the page again.',
    violations: [{ pointer: '/csrf', code: 'format', detail: 'is not the token of this form' }],
  });
