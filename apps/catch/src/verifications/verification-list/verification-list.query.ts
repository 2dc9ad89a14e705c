import { HeavyReads, orderOf, READ_POOL, type SqlValues, isOneOf } from '@cds/postgres';
import type { Caller } from '@cds/identity';
import { type CursorEnvelope, Cursors, listScope, tablePage } from '@cds/listing';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { PrismaService } from '../../database/prisma.service.js';
import type { Verification } from '../../generated/client.js';
import { verificationNotFound } from '../review.js';
import type { ListVerificationsQuery } from '../verification-schemas.js';
import { NO_EVIDENCE, verificationView, type VerificationView } from '../verification-view.js';

/** The review queue. A reviewer sees all requests, everybody else those about their own catches. */
@Injectable()
export class VerificationListQuery {
  constructor(
    private readonly prisma: PrismaService,
    @Inject(READ_POOL) private readonly pool: pg.Pool,
    private readonly reads: HeavyReads,
    private readonly cursors: Cursors,
  ) {}

  /** A reviewer sees the requests of all accounts, so that counting them is a heavy read. */
  async list(
    query: ListVerificationsQuery,
    caller: Caller,
    gone: AbortSignal | undefined,
  ): Promise<CursorEnvelope<VerificationView>> {
    const visible = visibleTo(caller);
    // A key of the account that sees more is on another list.
    const scope = listScope('verifications', caller.accountId, { ...query, visible });
    const terms = ({ accountId }: Visible, values: SqlValues) => [
      ...(accountId === undefined ? [] : [`account_id = ${values.add(accountId)}`]),
      ...(query.status ? [isOneOf('status', query.status, values)] : []),
      ...(query.catch_id ? [isOneOf('catch_id', query.catch_id, values)] : []),
    ];
    const page = await tablePage<Verification>(this.pool, this.cursors, scope, query, {
      table: 'verifications',
      columns: COLUMNS,
      order: orderOf(query.sort),
      counter: this.reads.for(caller.accountId, gone),
      terms: (values) => terms(visible, values),
    });
    return { ...page, data: await this.viewsOf(page.data) };
  }

  /** Fails with `verification.not_found` for what the caller may not see. */
  async one(id: string, caller: Caller): Promise<VerificationView> {
    const row = await this.prisma.verification.findUnique({ where: { id, ...visibleTo(caller) } });
    const [view] = await this.viewsOf(row ? [row] : []);
    if (!view) throw verificationNotFound(id);
    return view;
  }

  /** The same for any caller, for commands that check by themselves what the caller may do. */
  async find(id: string): Promise<Verification> {
    const row = await this.prisma.verification.findUnique({ where: { id } });
    if (!row) throw verificationNotFound(id);
    return row;
  }

  /** Leaves out the evidence and a reviewer's reason while the angler is being erased. */
  private async viewsOf(rows: readonly Verification[]): Promise<VerificationView[]> {
    const { rows: erased } = await this.pool.query<{ id: string }>(ERASED, [rows.map(({ catchId }) => catchId)]);
    const gone = new Set(erased.map(({ id }) => id));
    return rows.map((row) => verificationView(gone.has(row.catchId) ? withoutPersonal(row) : row));
  }
}

const withoutPersonal = (row: Verification): Verification => ({
  ...row,
  evidence: NO_EVIDENCE,
  reason: row.decidedBy === null ? row.reason : null,
});

/**
 * Of these catches, those that still hold something of an angler whose erasure is at work. Looked up from the erasures,
 * which are few and soon over: the events of a catch may be many.
 */
const ERASED = `
SELECT DISTINCT held.stream_id AS id FROM angler_tasks JOIN LATERAL (
  SELECT stream_id FROM events
  WHERE person_id = angler_tasks.angler_id AND personal IS NOT NULL AND stream_id = ANY($1)
) AS held ON true
WHERE angler_tasks.kind = 'erase'`;

const COLUMNS = `id, catch_id AS "catchId", account_id AS "accountId", tier, status, evidence, reason,
  requested_by AS "requestedBy", decided_by AS "decidedBy", created_at AS "createdAt", decided_at AS "decidedAt"`;

interface Visible {
  readonly accountId?: string;
}

const visibleTo = ({ scopes, accountId }: Caller): Visible =>
  scopes.includes('verifications:write') ? {} : { accountId };
