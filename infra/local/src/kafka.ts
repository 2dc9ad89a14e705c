import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { type ClassData, classData } from './class-data.js';
import { errorOutput } from './error-text.js';
import { freePort } from './free-port.js';
import { findJava, type Java } from './java.js';
import { JVM_FLAGS, LOG4J_CONFIG, serverProperties } from './kafka-config.js';
import { formatOnce } from './kafka-format.js';
import { kafkaJars } from './kafka-jars.js';
import { type ServerProcess, startProcess, stopProcess, untilReady } from './server-process.js';
import { memoryFolder, temporaryFolder } from './temporary-folder.js';

export interface KafkaOptions {
  /** Where its data stays. Without it the data is thrown away by `stop`. */
  dataDir?: string;
  /** Of 127.0.0.1; a free one without it. */
  port?: number;
  /** In the data folder without it. */
  logFile?: string;
  /** Further settings of the broker, which take precedence over those that it has otherwise. */
  settings?: Readonly<Record<string, string>>;
  /** Receives the process as soon as there is one, ready or not. */
  onSpawn?: (process: ServerProcess) => void;
}

export interface KafkaServer {
  readonly brokers: string[];
  readonly port: number;
  readonly process: ServerProcess;
  /** Returns when the broker is gone; data it was given a folder for stays. */
  stop(): Promise<void>;
}

interface Place {
  java: Java;
  jars: string;
  dataDir: string;
  port: number;
  logFile: string;
  settings: Readonly<Record<string, string>>;
}

// glibc gives each thread an arena of its own, which costs a JVM tens of MB.
const environment = (): NodeJS.ProcessEnv => ({ ...process.env, MALLOC_ARENA_MAX: '1' });

/** In a fixed order: a class-data archive is for one class path. */
const classPath = (folder: string): string =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.jar'))
    .sort()
    .map((file) => join(folder, file))
    .join(delimiter);

const jvmArguments = (place: Place): string[] => [
  ...JVM_FLAGS,
  `-Dlog4j2.configurationFile=${join(place.dataDir, 'log4j2.yaml')}`,
  '-cp',
  classPath(place.jars),
];

const writeConfiguration = async (place: Place): Promise<string> => {
  const file = join(place.dataDir, 'server.properties');
  const controllerPort = await freePort();
  writeFileSync(join(place.dataDir, 'log4j2.yaml'), LOG4J_CONFIG);
  const { dataDir, port, settings } = place;
  writeFileSync(file, serverProperties({ dataDir, port, controllerPort }, settings), { mode: 0o600 });
  return file;
};

const format = (place: Place, configuration: string, flags: readonly string[]): Promise<void> =>
  formatOnce(place, async (clusterId) => {
    const tool = ['kafka.tools.StorageTool', 'format', '-t', clusterId, '-c', configuration];
    try {
      await promisify(execFile)(place.java.command, [...flags, ...jvmArguments(place), ...tool], {
        env: environment(),
      });
    } catch (error) {
      throw new Error(`Kafka's data folder ${place.dataDir} could not be prepared: ${errorOutput(error)}`, {
        cause: error,
      });
    }
  });

const run = async (place: Place, classes: ClassData, onSpawn: KafkaOptions['onSpawn']): Promise<ServerProcess> => {
  const configuration = await writeConfiguration(place);
  // An archive is written by the broker, which loads more.
  await format(place, configuration, classes.isMissing ? [] : classes.flags);
  const server = await startProcess({
    name: 'Kafka',
    command: place.java.command,
    args: [...classes.flags, ...jvmArguments(place), 'kafka.Kafka', configuration],
    env: environment(),
    cwd: place.dataDir,
    logFile: place.logFile,
  });
  onSpawn?.(server);
  try {
    await untilReady(server, () => server.output().includes('Kafka Server started'), 60_000);
  } catch (error) {
    await stopProcess(server, 'SIGKILL', 0);
    throw error;
  }
  return server;
};

/**
 * Starts Apache Kafka as one node of KRaft on 127.0.0.1 and returns when it takes requests. Needs Java; the first time
 * also Maven, which resolves its jars.
 */
export const startKafka = async (options: KafkaOptions = {}): Promise<KafkaServer> => {
  const [java, jars] = await Promise.all([findJava(), kafkaJars()]);
  const dataDir = options.dataDir ?? memoryFolder('kafka') ?? temporaryFolder('kafka');
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const port = options.port ?? (await freePort());
  const isThrowAway = options.dataDir === undefined;
  const discard = () => (isThrowAway ? rmSync(dataDir, { recursive: true, force: true }) : undefined);
  try {
    const classes = classData(java, jars);
    const { logFile = join(dataDir, 'kafka.log'), settings = {} } = options;
    const place = { java, jars, dataDir, port, logFile, settings };
    const server = await run(place, classes, options.onSpawn);
    void server.exited.then(() => classes.keep());
    const stop = async () => {
      await (isThrowAway && !classes.isMissing
        ? stopProcess(server, 'SIGKILL', 0)
        : stopProcess(server, 'SIGTERM', 20_000));
      discard();
    };
    return { brokers: [`127.0.0.1:${port}`], port, process: server, stop };
  } catch (error) {
    discard();
    throw error;
  }
};

/**
 * Makes the class-data archive where there is none yet: brokers that start together would each do without it, and each
 * write it when they end.
 */
export const makeClassData = async (): Promise<void> => {
  const [java, jars] = await Promise.all([findJava(), kafkaJars()]);
  if (classData(java, jars).isMissing) await (await startKafka()).stop();
};
