import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { CatchData, isCatchDataError } from '../src/index.js';
import { DocumentedService, operationIds } from './documented-service.js';

type Sample = (cds: CatchData) => Promise<void>;

const FOLDER = join(import.meta.dirname, '..', 'samples');
const samples = new Map<string, Sample>();
for (const file of readdirSync(FOLDER).filter((name) => name.endsWith('.ts'))) {
  const found = (await import(join(FOLDER, file))) as Record<string, Sample>;
  for (const [operationId, sample] of Object.entries(found)) samples.set(operationId, sample);
}

const { chdir, cwd } = process;
const before = cwd();
let folder: string;
let service: DocumentedService;
beforeAll(async () => {
  service = await DocumentedService.listen();
  // Where samples find the files that they send.
  folder = mkdtempSync(join(tmpdir(), 'cds-sdk-samples-'));
  writeFileSync(join(folder, 'bass.jpg'), 'picture');
  writeFileSync(join(folder, 'catches.csv'), 'species,weight_lbs\nwalleye,4\n');
  chdir(folder);
});
afterAll(() => {
  chdir(before);
  service.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  jest.spyOn(console, 'log').mockImplementation(() => undefined);
  service.called.length = 0;
});
afterEach(() => {
  jest.restoreAllMocks();
});

describe('the samples of the reference', () => {
  it('are there for every operation, and for no other', () => {
    expect([...samples.keys()].sort()).toEqual(operationIds().sort());
  });

  it.each([...samples])('%s calls what it is shown for', async (operationId, sample) => {
    const cds = new CatchData({ apiKey: 'cds_live_sample', baseUrl: service.baseUrl, maxRetries: 0 });
    // The stream of the documented service is gone when it ends.
    await sample(cds).catch((error: unknown) => {
      if (!isCatchDataError(error) || error.status !== 410) throw error;
    });
    expect(service.called).toContain(operationId);
  });
});
