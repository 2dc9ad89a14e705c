import type { Consumer } from 'kafkajs';

/**
 * Resolves once a consumer has given no sign of life for `limitMs`: no heartbeat, no batch, no join. kafkajs is known
 * to hang now and then after a broker went away, without telling anybody. A fetch is no sign: a consumer that is no
 * member of its group any more may go on fetching what it once had.
 */
export const silence = (consumer: Consumer, limitMs: number, signal: AbortSignal): Promise<unknown> =>
  new Promise((resolve) => {
    let last = performance.now();
    const alive = (): void => {
      last = performance.now();
    };
    const { HEARTBEAT, GROUP_JOIN, END_BATCH_PROCESS } = consumer.events;
    consumer.on(HEARTBEAT, alive);
    consumer.on(GROUP_JOIN, alive);
    consumer.on(END_BATCH_PROCESS, alive);
    const timer = setInterval(() => {
      if (performance.now() - last > limitMs) resolve(new Error('The Kafka client gives no sign of life'));
    }, limitMs / 10);
    timer.unref();
    signal.addEventListener('abort', () => clearInterval(timer), { once: true });
  });
