// Which of the recorded answers is the example of its code.
import { steady } from './public-form.mjs';

/** Their errors differ from operation to operation, so that each shows its own. */
const BY_OPERATION = ['request.invalid', 'request.rejected'];

/** The operation that people know best, for codes that many answer with. */
const FAVOURITES = {
  'request.invalid': 'createCatch',
  'request.malformed_json': 'createCatch',
  'request.unsupported_media_type': 'createCatch',
  'request.precondition_failed': 'updateCatch',
  'idempotency.in_progress': 'createCatch',
  'idempotency.key_reused': 'createCatch',
  'species.unknown': 'createCatch',
  'species.ambiguous': 'createCatch',
  'angler.unknown': 'createCatch',
  'catch.not_found': 'getCatch',
  'catch.deleted': 'getCatch',
  'catch.forbidden': 'updateCatch',
};

/** Their inputs are made at random, are hostile, or run against each other. */
const UNFIT = /model|hostile|abuse|fuzz|at-once|killed|matrix/;
/** Tests that may be answered in one way or another. */
const RACE = /at the same moment/;

/** A path whose id is one of the service's own reads better than one that was made up. */
const ID = /\/([a-z]+_[0-9a-z]{26}|largemouth-bass)(\/|$)/;
const isMadeUp = ({ body: { instance }, template }) => template.includes('{') && !ID.test(instance.split('?')[0]);

/** Many errors are hard to read, and an input that was made to break something says little to anybody else. */
const weightOf = (answer) => {
  const { body } = answer;
  const isVague = body.code === 'request.invalid' && body.errors?.[0]?.pointer === '';
  const count = body.errors?.length ?? 0;
  const tooMany = Math.max(0, count - 3) * 400;
  const isOdd =
    isVague || isMadeUp(answer) || /NUL|%[0-9A-F]{2}|more than once|may have \d bytes/i.test(JSON.stringify(body));
  return (
    JSON.stringify(body).length +
    tooMany +
    (isOdd ? 1_000 : 0) +
    (BY_OPERATION.includes(body.code) && count < 2 ? 150 : 0)
  );
};

const byWeight = (one, other) =>
  weightOf(one) - weightOf(other) ||
  `${one.from} ${one.test} ${one.path}`.localeCompare(`${other.from} ${other.test} ${other.path}`);

/** @param answers with `operation`, the id of the operation that answered, where there is one */
export const chosen = (answers, answersOf, current) => {
  const fit = answers.filter(({ from, test }) => !UNFIT.test(from) && !RACE.test(test)).sort(byWeight);
  const stays = (old) =>
    fit.some(
      ({ from, test, body, operation }) =>
        from === old.from &&
        test === old.test &&
        steady(body) === steady(old.problem) &&
        (!old.operation || operation === old.operation),
    );
  const kept = current.filter((one) => stays(one));
  const has = (code, operation) => kept.some((one) => one.code === code && one.operation === operation);
  const isDocumented = ({ operation, body }) => answersOf(operation).has(body.code);
  const picked = [];
  for (const code of [...new Set(fit.map(({ body }) => body.code))].sort()) {
    const those = fit.filter(({ body }) => body.code === code);
    const documented = those.filter(isDocumented);
    const favourite = documented.find(({ operation }) => operation === FAVOURITES[code]);
    if (!has(code, undefined)) picked.push({ ...(favourite ?? documented[0] ?? those[0]), operation: undefined });
    if (!BY_OPERATION.includes(code)) continue;
    for (const operation of [...new Set(documented.map((one) => one.operation))].sort())
      if (!has(code, operation)) picked.push(documented.find((one) => one.operation === operation));
  }
  return { kept, picked };
};
