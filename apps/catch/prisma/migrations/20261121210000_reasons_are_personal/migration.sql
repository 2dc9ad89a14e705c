-- What reviewers said may speak of the angler: it moves beside the event's data, as whose the catch was then; of those who were
-- erased already it goes.
WITH decided AS (
  SELECT e.stream_id, e.version, whose.angler_id, anglers.erased_at IS NOT NULL AS is_erased
  FROM events e
  CROSS JOIN LATERAL (
    SELECT told.data->>'anglerId' AS angler_id FROM events told
    WHERE told.stream_id = e.stream_id AND told.version < e.version AND told.data->>'anglerId' IS NOT NULL ORDER BY told.version DESC LIMIT 1
  ) whose
  LEFT JOIN anglers ON anglers.id = whose.angler_id
  WHERE e.type IN ('VerificationApproved', 'VerificationRejected', 'VerificationRevoked') AND e.data->>'decidedBy' IS NOT NULL AND e.data->>'reason' IS NOT NULL
), moved AS (
  UPDATE events e
  SET data = (e.data::jsonb - 'reason' || jsonb_build_object('anglerId', decided.angler_id))::json,
      personal = CASE WHEN NOT is_erased THEN json_build_object('reason', e.data->'reason') END,
      person_id = decided.angler_id
  FROM decided WHERE e.stream_id = decided.stream_id AND e.version = decided.version
  RETURNING e.data->>'verificationId' AS verification_id, e.occurred_at, is_erased
)
UPDATE verifications SET reason = NULL FROM moved WHERE moved.is_erased AND verifications.id = moved.verification_id AND verifications.decided_at = moved.occurred_at;
