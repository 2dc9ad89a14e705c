import { existsSync } from 'node:fs';
import type { Keys } from './accounts.js';
import { build } from './build.js';
import { findJava } from './java.js';
import { jarsFolder } from './kafka-jars.js';
import { KeptPorts } from './kept-ports.js';
import type { Progress } from './progress.js';
import { untilReadyAll } from './readiness.js';
import { keptSecrets } from './secrets.js';
import { checkPostgres, ownKafka, ownPostgres } from './servers.js';
import { type CopiesContext, serviceCopies } from './service-copies.js';
import type { ServiceCopy } from './service-process.js';
import { runStep } from './step.js';
import { makeAccounts, makeTopics, migrate, seedSpecies } from './steps.js';
import type { Supervised } from './supervised.js';

/** Thrown inside a start that was asked to stop. */
export class StoppedError extends Error {}

export interface RunningStack {
  /** Null without a gateway. */
  keys: Keys | null;
  kafkaBrokers: readonly string[];
  postgresUrl: string;
  copies: readonly ServiceCopy[];
}

export type StackContext = Omit<CopiesContext, 'ports'> & { progress: Progress };

const ANOTHER_KAFKA =
  'The log is kafka.log in the folder logs of the data folder. Another cluster can be named: ' +
  'KAFKA_BROKERS=host:9092 npm start';
const MEND_OR_SKIP = 'Mend what the compiler names, or run what was compiled last: npm start -- --no-build';
const SEE_LOGS = 'The logs are in the folder logs of the data folder.';

/** PostgreSQL, Kafka and the services on this machine, started in order and stopped in reverse. */
export class Stack {
  private readonly ports: KeptPorts;
  private readonly servers: { kafka?: Supervised; postgres?: Supervised } = {};
  private copies: readonly ServiceCopy[] = [];
  private isStopped = false;
  private starting: Promise<unknown> = Promise.resolve();

  constructor(private readonly context: StackContext) {
    this.ports = new KeptPorts(context.folder.ports);
  }

  /** Returns when everything is ready. When a step fails, what was started goes on until `stop`. */
  start(): Promise<RunningStack> {
    const running = this.run();
    this.starting = Promise.allSettled([running, this.starting]);
    return running;
  }

  /** Ends everything in order: who asks before who answers. Returns when nothing runs any more. */
  async stop(): Promise<void> {
    this.isStopped = true;
    const [gateways, services] = [this.copies.filter(isGateway), this.copies.filter((copy) => !isGateway(copy))];
    await Promise.all(gateways.map((copy) => copy.unit.stop()));
    await Promise.all(services.map((copy) => copy.unit.stop()));
    await this.servers.kafka?.stop();
    await this.servers.postgres?.stop();
    await this.starting;
  }

  private async run(): Promise<RunningStack> {
    const { options, folder, port } = this.context;
    // Reported before anything was done, not after a minute.
    if (!options.kafkaBrokers) await findJava();
    const secrets = keptSecrets(folder.secrets);
    const built = options.build ? this.step('build', MEND_OR_SKIP, build, () => 'up to date') : Promise.resolve();
    const databases = this.startDatabases(secrets.postgres_password, built);
    const [[postgresUrl, keys], kafkaBrokers] = await this.both(databases, this.startKafka(built));
    const around = {
      postgresUrl,
      kafkaBrokers,
      baseUrl: `http://127.0.0.1:${port}`,
      secrets,
      dataDir: this.context.options.dataDir,
    };
    this.copies = await serviceCopies({ ...this.context, ports: this.ports }, around);
    await this.step(
      'services',
      SEE_LOGS,
      () => this.startServices(postgresUrl),
      () => this.copies.map((copy) => copy.name).join(', '),
    );
    return { keys, kafkaBrokers, postgresUrl, copies: this.copies };
  }

  /** Fails as soon as one fails; `stop` waits for the other, so that nothing goes on behind its back. */
  private both<A, B>(one: Promise<A>, other: Promise<B>): Promise<[A, B]> {
    this.starting = Promise.allSettled([this.starting, one, other]);
    return Promise.all([one, other]);
  }

  /** Servers start while the build goes on; what is compiled is run only when it is done. */
  private async startDatabases(password: string, built: Promise<void>): Promise<[string, Keys | null]> {
    const { options } = this.context;
    const [url] = await this.both(this.startPostgres(password), built);
    await this.step('migrations', 'npm run migrate -- status tells more.', () => migrate(url), String);
    const species = this.step('species', 'npm run seed runs this step alone.', () => seedSpecies(url), String);
    const [, keys] = await this.both(
      species,
      options.services.includes('gateway') ? this.makeAccounts(url) : Promise.resolve(null),
    );
    return [url, keys];
  }

  private makeAccounts(url: string): Promise<Keys> {
    return this.step(
      'accounts',
      SEE_LOGS,
      () => makeAccounts(this.context.folder, url),
      () => 'admin, reviewer',
    );
  }

  private async startPostgres(password: string): Promise<string> {
    const { databaseUrl } = this.context.options;
    if (databaseUrl !== undefined) {
      await this.step(
        'PostgreSQL',
        'Check DATABASE_URL; without it the stack starts its own PostgreSQL.',
        () => checkPostgres(databaseUrl),
        String,
      );
      return databaseUrl;
    }
    const { unit, url, port } = await ownPostgres(this.serverContext(), password);
    this.servers.postgres = unit;
    await this.step(
      'PostgreSQL',
      'Another server can be named: DATABASE_URL=postgresql://… npm start',
      () => unit.start(),
      () => `18 at 127.0.0.1:${port}`,
    );
    return url;
  }

  private async startKafka(built: Promise<void>): Promise<readonly string[]> {
    const { kafkaBrokers } = this.context.options;
    const [brokers] = await this.both(Promise.resolve(kafkaBrokers ?? this.startOwnKafka()), built);
    await this.step(
      'topics',
      'Check that Kafka can be reached at KAFKA_BROKERS.',
      () => makeTopics(brokers, kafkaBrokers === undefined),
      String,
    );
    return brokers;
  }

  private async startOwnKafka(): Promise<readonly string[]> {
    const { unit, brokers, port } = await ownKafka(this.serverContext());
    this.servers.kafka = unit;
    if (!existsSync(jarsFolder())) this.context.progress.line('Kafka        its jars come through Maven, this once');
    await this.step(
      'Kafka',
      ANOTHER_KAFKA,
      () => unit.start(),
      () => `4.3 at 127.0.0.1:${port}`,
    );
    return brokers;
  }

  private async startServices(postgresUrl: string): Promise<void> {
    await Promise.all(this.copies.map((copy) => copy.unit.start()));
    await untilReadyAll(this.copies, postgresUrl, () => this.isStopped);
    this.checkGoesOn();
  }

  private serverContext() {
    const { folder, records, report } = this.context;
    return { folder, records, report, ports: this.ports };
  }

  private async step<T>(
    name: string,
    advice: string,
    work: () => Promise<T>,
    describe: (value: T) => string,
  ): Promise<T> {
    this.checkGoesOn();
    return runStep(this.context.progress, { name, advice, work, describe });
  }

  private checkGoesOn(): void {
    if (this.isStopped) throw new StoppedError('The start was asked to stop.');
  }
}

const isGateway = (copy: ServiceCopy): boolean => copy.service === 'gateway';
