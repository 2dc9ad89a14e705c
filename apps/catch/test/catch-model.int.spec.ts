import { TOPICS } from '@cds/contracts';
import { eventually, newTopics, testKafka } from '@cds/testing';
import fc from 'fast-check';
import { CatchHarness, owner, reviewer } from './catch.harness.js';
import { CatchModel, type Figures, type Tier } from './catch-model.js';
import { Outside } from './outside.js';

let catches: CatchHarness;
let outside: Outside;
const models: CatchModel[] = [];

beforeAll(async () => {
  const { brokers } = testKafka();
  await newTopics(brokers, { [TOPICS.catchEvents]: 3, [TOPICS.catchOwnerEvents]: 3, [TOPICS.speciesCatalog]: 3 });
  catches = await CatchHarness.start();
  outside = await Outside.listen(TOPICS.catchEvents);
});
afterAll(async () => {
  await outside.stop();
  await catches.stop();
});

const weight = fc.integer({ min: 1, max: 4 });
const depth = fc.constantFrom(null, 0, 7.5);
const notes = fc.constantFrom(null, 'windy', 'calm 🎣');
const at = fc.nat({ max: 2 });
const step = fc.oneof(
  fc.record({ what: fc.constant('log' as const), figures: fc.record({ weight_lbs: weight, depth_ft: depth, notes }) }),
  fc.record({
    what: fc.constant('edit' as const),
    at,
    changes: fc.record({ weight_lbs: weight, depth_ft: depth, notes }, { requiredKeys: [] }),
  }),
  fc.record({ what: fc.constant('delete' as const), at }),
  fc.record({ what: fc.constant('ask' as const), at, tier: fc.constantFrom<Tier>('witnessed', 'certified') }),
  fc.record({ what: fc.constant('decide' as const), at, approved: fc.boolean() }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const EVIDENCE = { witness: { name: 'Ann' }, certificate_number: '7' };

const log = async (figures: Figures): Promise<CatchModel> => {
  const { status, body } = await catches.call<{ id: string }>('POST', '/v1/catches', {
    species: 'walleye',
    ...figures,
  });
  expect(status).toBe(201);
  const model = new CatchModel(body.id, { ...figures });
  models.push(model);
  return model;
};

/** Does one step to the service and to the model; both must answer the same. */
const take = async (model: CatchModel, { ...action }: Exclude<Step, { what: 'log' }>): Promise<void> => {
  const path = `/v1/catches/${model.id}`;
  switch (action.what) {
    case 'edit':
      return expect((await catches.call('PATCH', path, action.changes)).status).toBe(model.edit(action.changes));
    case 'delete':
      return expect((await catches.call('DELETE', path)).status).toBe(model.delete());
    case 'ask': {
      if (!model.mayAsk(action.tier)) return;
      const { status, body } = await catches.call<{ id: string }>('POST', `${path}/verifications`, {
        tier: action.tier,
        evidence: EVIDENCE,
      });
      return expect(status).toBe(model.ask(action.tier, body.id));
    }
    case 'decide': {
      const id = model.pending?.id ?? model.decided;
      if (id === null) return;
      const word = action.approved ? ['approve', undefined] : ['reject', { reason: 'blurred' }];
      const { status } = await catches.call('POST', `/v1/verifications/${id}/${String(word[0])}`, word[1], reviewer);
      return expect(status).toBe(model.decide(action.approved));
    }
  }
};

const expectAsModelled = async (model: CatchModel): Promise<void> => {
  const { status, body } = await catches.call('GET', `/v1/catches/${model.id}`, undefined, owner);
  if (model.isDeleted) return expect(status).toBe(410);
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { ...model.figures, verification_tier: model.tier, version: model.version },
  });
};

const total = async (query = ''): Promise<number> =>
  (await catches.call<{ total: number }>('GET', `/v1/catches${query}`)).body.total;

describe('the catches of a plain model and of the service', () => {
  it('are the same after any steps: answers, versions, totals and tiers', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30, size: 'max' }), async (steps) => {
        const mine = [await log({ weight_lbs: 1, depth_ft: null, notes: null })];
        for (const one of steps) {
          const model = one.what === 'log' ? undefined : mine[one.at % mine.length];
          if (one.what === 'log') mine.push(await log(one.figures));
          else if (model) await take(model, one);
        }
        for (const model of mine) await expectAsModelled(model);
        const living = models.filter(({ isDeleted }) => !isDeleted);
        expect(await total()).toBe(living.length);
        expect(await total('?verification_tier=certified')).toBe(
          living.filter(({ tier }) => tier === 'certified').length,
        );
      }),
      // What a failing run left behind stays in the totals, so a smaller failing one could not be told from it.
      { numRuns: 25, endOnFailure: true },
    );
  });

  it('are published whole: each step once, in order, with the next version', async () => {
    await eventually(
      () =>
        expect(outside.seen.filter(({ key }) => models.some(({ id }) => id === key)).length).toBe(
          models.reduce((sum, { version }) => sum + version, 0),
        ),
      { timeoutMs: 20_000 },
    );
    for (const { id, published, version } of models) {
      const events = outside.of(id);
      expect(events.map(({ headers }) => headers['ce_type'])).toEqual(published);
      expect(events.map(({ data }) => data.version)).toEqual(Array.from({ length: version }, (_, index) => index + 1));
    }
  });
});
