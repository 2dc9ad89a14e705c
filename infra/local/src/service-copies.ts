import type { DataFolder } from './data-folder.js';
import type { KeptPorts } from './kept-ports.js';
import type { LocalOptions } from './options.js';
import type { RunRecords } from './run-records.js';
import { serviceEnvironment, type Surroundings } from './service-environment.js';
import { type ServiceCopy, serviceCopy } from './service-process.js';
import { type Service, SERVICES } from './services.js';

export interface CopiesContext {
  options: LocalOptions;
  folder: DataFolder;
  ports: KeptPorts;
  records: RunRecords;
  /** Of the gateway. */
  port: number;
  report(name: string, text: string): void;
}

const namesOf = (service: Service, count: number): string[] =>
  Array.from({ length: count }, (_, index) => (index === 0 ? service : `${service}-${index + 1}`));

const wantedNames = ({ services, copies }: LocalOptions): Record<Service, string[]> => {
  const names = (service: Service) => (services.includes(service) ? namesOf(service, copies[service]) : []);
  return {
    gateway: names('gateway'),
    catch: names('catch'),
    species: names('species'),
    leaderboard: names('leaderboard'),
    webhook: names('webhook'),
  };
};

/** Every copy of every service that was asked for, each with ports of its own, none started yet. */
export const serviceCopies = async (
  context: CopiesContext,
  around: Omit<Surroundings, 'ports'>,
): Promise<ServiceCopy[]> => {
  const names = wantedNames(context.options);
  const ports: Record<Service, number[]> = { gateway: [], catch: [], species: [], leaderboard: [], webhook: [] };
  for (const service of SERVICES) {
    for (const name of names[service])
      ports[service].push(service === 'gateway' ? context.port : await context.ports.take(name));
  }
  const copies: ServiceCopy[] = [];
  for (const service of SERVICES) {
    const env = serviceEnvironment(service, { ...around, ports });
    for (const [index, name] of names[service].entries()) {
      const internalPort = await context.ports.take(`${name}-internal`);
      const logFile = context.folder.logFile(name);
      copies.push(
        serviceCopy({
          service,
          name,
          port: ports[service][index] ?? 0,
          internalPort,
          env,
          logFile,
          records: context.records,
          report: context.report,
        }),
      );
    }
  }
  return copies;
};
