import { parseArgs } from 'node:util';
import { messageOf } from '@cds/errors';
import { brokersOf, readCredentials } from './credentials.js';
import { OutsideConsumer } from './outside-consumer.js';
import { heading, line } from './print.js';
import { Receiver } from './receiver.js';
import { playStory } from './story.js';

const HELP = `npm run demo

Plays the main story against the running stack (npm start) and prints each call and answer: a catch is logged,
verified by a reviewer, shown on the leaderboard, delivered to a webhook subscriber that verifies the signature, and
read by an outside Kafka consumer. A delivery that fails is tried again, and one that was given up is recovered.
CDS_DATA_DIR names the stack's folder; .local by default.`;

/** The exit code: 0 when the whole story happened. */
export const main = async (argv: string[]): Promise<number> => {
  try {
    const { values } = parseArgs({ args: argv, options: { help: { type: 'boolean', short: 'h' } } });
    if (values.help) {
      line(HELP);
      return 0;
    }
    const credentials = readCredentials();
    const receiver = await Receiver.listen();
    const outside = new OutsideConsumer(brokersOf(credentials));
    try {
      await outside.start('catch.events');
      await playStory(credentials, receiver, outside);
    } finally {
      receiver.close();
      await outside.stop();
    }
    return 0;
  } catch (error) {
    heading(`The demo stopped: ${messageOf(error)}`);
    return 1;
  }
};
