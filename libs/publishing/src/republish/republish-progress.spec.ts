import { republishProgress } from './republish-progress.js';

const run = (sent: number) => ({
  consumer: 'webhook',
  reached: { transactionId: 0n, position: 0n },
  end: { transactionId: 0n, position: 0n },
  sent,
  total: 1_000,
});

test('progress is shown once a second, with events a second of this run and the time left', () => {
  const lines: string[] = [];
  let now = 0;
  const show = republishProgress(
    'catch',
    (line) => void lines.push(line),
    () => now,
  );
  show(run(200));
  now = 500;
  show(run(300));
  now = 2_000;
  show(run(600));
  now = 3_000;
  show(run(600), '1001 events wait');
  now = 3_100;
  show(run(1_000));
  expect(lines).toEqual([
    'catch → webhook: 200 of 1000 events, 0 events/s, time left unknown',
    'catch → webhook: 600 of 1000 events, 200 events/s, 2 s left',
    'catch → webhook: 600 of 1000 events, 133 events/s, 3 s left; 1001 events wait',
    'catch → webhook: 1000 of 1000 events, 258 events/s, 0 s left',
  ]);
});
