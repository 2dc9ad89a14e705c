/** A failure shown to whoever typed the command: what is wrong, and what to do about it. */
export class UserError extends Error {
  constructor(
    message: string,
    readonly advice: string,
    cause?: unknown,
  ) {
    super(message, { cause });
  }
}

export const WAYS_TO_KAFKA = [
  'There are three ways to have a Kafka:',
  '  - install Java 17 or later and Maven (Debian and Ubuntu: apt-get install openjdk-17-jre-headless maven)',
  '  - name a cluster that runs: KAFKA_BROKERS=host:9092',
  '  - run all of it in containers: docker compose up --wait',
].join('\n');
