import type { BulkWrite, StatementRunner } from '@cds/postgres';

/** The answer to a write, as it is kept and replayed. It must hold no secret. */
export interface StoredResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** A key that this request alone may finish, until another request takes it over. */
export interface Reservation {
  readonly accountId: string;
  readonly key: string;
  readonly fingerprint: string;
  readonly token: string;
}

/** The check constraint of `idempotency_keys` that a response is stored only by the request that holds the key. */
export const HELD_RESERVATION = 'idempotency_keys_held';

/**
 * The write that stores the response. It belongs in the same statement or transaction as what the request writes: where
 * another request has taken over the reservation, `token` becomes empty, which the constraint `HELD_RESERVATION`
 * refuses, so that neither is written. A row that is gone was released by this very request and is inserted again.
 * `subjectId` is the angler whom the response is about.
 */
export const finishedWrite = (
  reservation: Reservation,
  { status, headers, body }: StoredResponse,
  subjectId: string | null,
): BulkWrite => ({
  text: FINISH,
  rows: [
    {
      account_id: reservation.accountId,
      key: reservation.key,
      fingerprint: reservation.fingerprint,
      token: reservation.token,
      answer: { status, headers, body },
      subject_id: subjectId,
    },
  ],
});

/**
 * Keeps the answer in the transaction that writes, for a request with a key; does nothing for one without. Where the
 * key was taken over meanwhile it fails, and the transaction must not be committed.
 */
export const keepAnswer = async (
  tx: StatementRunner,
  reservation: Reservation | null | undefined,
  answer: StoredResponse,
  subjectId: string | null = null,
): Promise<void> => {
  if (!reservation) return;
  const { text, rows } = finishedWrite(reservation, answer, subjectId);
  await tx.query({ text, values: [JSON.stringify(rows)] });
};

/** In one order, so that statements that finish the same keys wait for each other and do not deadlock. */
const FINISH = `INSERT INTO idempotency_keys AS kept (account_id, key, fingerprint, token, leased_until, expires_at,
  answer, subject_id)
SELECT account_id, key, fingerprint, token, now(), now() + interval '24 hours', answer, subject_id
FROM json_to_recordset($1::json) AS done (account_id text, key text, fingerprint text, token text, answer json,
  subject_id text)
ORDER BY account_id, key
ON CONFLICT (account_id, key) DO UPDATE SET
  token = CASE WHEN kept.token = excluded.token AND kept.answer IS NULL THEN kept.token ELSE '' END,
  expires_at = excluded.expires_at, answer = excluded.answer, subject_id = excluded.subject_id`;
