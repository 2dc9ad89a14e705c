import type { IncomingMessage } from 'node:http';
import { AppError } from '@cds/errors';
import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import accepts from 'accepts';
import { closest } from 'fastest-levenshtein';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PROBLEM_BASE } from '../../edge/pipeline/answer.js';
import { sendPage } from '../pages/page.js';
import { VARY_BY_FORM, wantsPage } from '../pages/wants-page.js';
import { type ProblemArticle, problemArticles } from './problem-article.js';
import { noProblemPage, problemIndex, problemPage } from './problem-page.js';

/** The pages that the `type` of each problem points to, for people and for programs. */
@Controller('problems')
export class ProblemPagesHttp {
  private readonly articles: ReturnType<typeof problemArticles>;

  constructor(@Inject(PROBLEM_BASE) publicUrl: string) {
    this.articles = problemArticles(publicUrl);
  }

  @Get()
  async index(@Req() { raw }: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const all = [...this.articles.values()];
    if (!wantsJson(raw)) return sendPage(reply.header('vary', VARY_BY_FORM), problemIndex(all));
    const data = all.map(({ code, type, title, group, status }) => ({ code, type, title, group, status }));
    await sendJson(reply, { data });
  }

  @Get(':code')
  async one(@Param('code') code: string, @Req() { raw }: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const article = this.articles.get(code);
    if (article && wantsJson(raw)) return sendJson(reply, article);
    if (article) return sendPage(reply.header('vary', VARY_BY_FORM), problemPage(article));
    // A program is to see that this is an error like any other.
    if (!wantsPage(raw)) throw unknown();
    return sendPage(reply.header('vary', VARY_BY_FORM), noProblemPage(this.nearestTo(code)));
  }

  private nearestTo(code: string): ProblemArticle | undefined {
    return this.articles.get(closest(code.slice(0, MAX_CODE), [...this.articles.keys()]));
  }
}

/** Of a code that is compared: longer ones are none. */
const MAX_CODE = 60;

/** Whoever has no preference gets the page. */
const wantsJson = (request: IncomingMessage): boolean => accepts(request).type(['html', 'json']) === 'json';

const sendJson = async (reply: FastifyReply, answer: object): Promise<void> =>
  void (await reply
    .headers({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'public, max-age=3600',
      vary: VARY_BY_FORM,
    })
    .send(answer));

const unknown = (): AppError =>
  new AppError({
    code: 'route.not_found',
    kind: 'not-found',
    message: 'No problem has this code. /problems lists all.',
  });
