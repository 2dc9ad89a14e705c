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
    100,
    (line) => void lines.push(line),
    () => now,
  );
  now = 100;
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
    'catch → webhook: 200 of 1000 events, 1000 events/s, 1 s left',
    'catch → webhook: 600 of 1000 events, 250 events/s, 2 s left',
    'catch → webhook: 600 of 1000 events, 167 events/s, 3 s left; 1001 events wait',
    'catch → webhook: 1000 of 1000 events, 290 events/s, 0 s left',
  ]);
});

test('a run that begins at its end has nothing left, and one that has sent nothing cannot tell', () => {
  const lines: string[] = [];
  const show = republishProgress('catch', 1_000, (line) => void lines.push(line));
  show(run(1_000));
  republishProgress('catch', 0, (line) => void lines.push(line))(run(0));
  expect(lines).toEqual([
    'catch → webhook: 1000 of 1000 events, 0 events/s, 0 s left',
    'catch → webhook: 0 of 1000 events, 0 events/s, time left unknown',
  ]);
});
