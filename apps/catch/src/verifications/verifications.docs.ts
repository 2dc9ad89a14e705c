import { listOf, type RouteDocs } from '@cds/openapi';
import type { z } from 'zod';
import { IDEMPOTENT } from '../common.docs.js';
import {
  approveBody,
  listVerificationsQuery,
  readVerificationQuery,
  reasonBody,
  requestVerificationBody,
  verificationSchema,
} from './verification-schemas.js';

const PENDING = {
  id: 'ver_01h455vb4pex5vsknk084sn02q',
  catch_id: 'catch_01h455vb4pex5vsknk084sn02q',
  tier: 'witnessed',
  status: 'pending',
  evidence: { photos: [], witness: { name: 'Ann Roe', email: 'ann@example.com' }, certificate_number: null },
  reason: null,
  requested_by: 'acc_01h455vb4pex5vsknk084sn02q',
  decided_by: null,
  created_at: '2026-11-20T08:00:00.000Z',
  decided_at: null,
};
const DECIDED = {
  ...PENDING,
  status: 'approved',
  decided_by: 'acc_01h455vb4pex5vsknk084sn03r',
  decided_at: '2026-11-20T09:00:00.000Z',
};

const decision = (
  verb: 'approve' | 'reject' | 'revoke',
  summary: string,
  schema: z.ZodType,
  example: object | undefined,
  decided: object,
): RouteDocs => ({
  method: 'POST',
  path: `/v1/verifications/{id}/${verb}`,
  tag: 'Verifications',
  operationId: `${verb}Verification`,
  summary,
  description:
    'Nobody reviews a catch of their own. ' +
    `Once its angler was erased, ${verb === 'revoke' ? 'the reason is not kept' : 'a request is closed'}.`,
  headers: IDEMPOTENT.headers,
  body: { schema, ...(example && { example }) },
  answers: { 200: { description: 'The updated verification.', schema: verificationSchema, example: decided } },
  problems: {
    403: ['verification.own_catch'],
    404: ['verification.not_found'],
    409: [
      ...IDEMPOTENT.problems[409],
      ...(verb === 'revoke' ? (['verification.not_approved'] as const) : []),
      'verification.decided',
      'resource.conflict',
      'catch.too_many_changes',
    ],
    410: ['catch.deleted', ...IDEMPOTENT.problems[410]],
    422: IDEMPOTENT.problems[422],
  },
});

export const verificationsDocs: readonly RouteDocs[] = [
  {
    method: 'POST',
    path: '/v1/catches/{id}/verifications',
    tag: 'Verifications',
    operationId: 'requestVerification',
    summary: 'Request a verification',
    description:
      '`photo` requires a photo of this catch, `witnessed` a witness, and `certified` a certificate number. A ' +
      'catch can have only one pending request at a time, and 100 in all.',
    headers: IDEMPOTENT.headers,
    body: {
      schema: requestVerificationBody,
      example: { tier: 'witnessed', evidence: { witness: { name: 'Ann Roe', email: 'ann@example.com' } } },
    },
    answers: {
      201: {
        description: 'The pending verification request.',
        schema: verificationSchema,
        example: PENDING,
        headers: { Location: 'The URL of the new object.' },
      },
    },
    problems: {
      403: ['catch.forbidden'],
      404: ['catch.not_found'],
      409: [
        ...IDEMPOTENT.problems[409],
        'verification.pending',
        'verification.tier_reached',
        'resource.conflict',
        'catch.too_many_changes',
      ],
      410: ['catch.deleted', ...IDEMPOTENT.problems[410]],
      422: [...IDEMPOTENT.problems[422], 'verification.evidence_missing'],
    },
  },
  {
    method: 'GET',
    path: '/v1/verifications',
    tag: 'Verifications',
    operationId: 'listVerifications',
    summary: 'List verifications',
    description:
      'With `verifications:read` the list contains the verifications of your own catches, and with ' +
      '`verifications:write` all of them.',
    query: listVerificationsQuery,
    answers: {
      200: {
        description: 'A page of verifications, newest first unless `sort` says otherwise.',
        schema: listOf(verificationSchema, 'VerificationList'),
        example: { data: [PENDING], total: 1, page: 1, per_page: 25, has_more: false, next_cursor: null },
        headers: { Link: 'Links to other pages (RFC 8288).' },
      },
    },
  },
  {
    method: 'GET',
    path: '/v1/verifications/{id}',
    tag: 'Verifications',
    operationId: 'getVerification',
    summary: 'Read a verification',
    description:
      '`verifications:read` gives access to the verifications of your own catches, and `verifications:write` ' +
      'to all of them.',
    query: readVerificationQuery,
    answers: {
      200: {
        description: 'The verification, or only the requested fields.',
        schema: verificationSchema,
        example: PENDING,
      },
    },
    problems: { 404: ['verification.not_found'] },
  },
  decision('approve', 'Approve a verification', approveBody, undefined, DECIDED),
  decision(
    'reject',
    'Reject a verification',
    reasonBody,
    { reason: 'The fish cannot be seen.' },
    { ...DECIDED, status: 'rejected', reason: 'The fish cannot be seen.' },
  ),
  decision(
    'revoke',
    'Revoke an approval',
    reasonBody,
    { reason: 'The witness withdrew.' },
    { ...DECIDED, status: 'revoked', reason: 'The witness withdrew.' },
  ),
];
