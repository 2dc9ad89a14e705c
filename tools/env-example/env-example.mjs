import { describeConfig } from '@cds/service-kit';

const HEAD =
  '# Every setting of every service, with its default and meaning. Generated; edit the config.ts of ' +
  'the service instead.\n' +
  '# NAME_FILE instead of NAME names a file that has the value, as secrets of Docker and Kubernetes are mounted.';

/**
 * The text of `.env.example` for settings of services by name; what several share stands once, under "all services" or
 * theirs. The settings of other programs follow, under the names of those.
 */
export const envExample = (services, others = {}) => {
  const users = new Map();
  for (const [service, settings] of Object.entries({ ...services, ...others })) {
    for (const setting of describeConfig(settings)) {
      const entry = users.get(setting.name) ?? { setting, services: [] };
      users.set(setting.name, { ...entry, services: [...entry.services, service] });
    }
  }
  const total = Object.keys(services).length;
  const sections = new Map();
  for (const { setting, services: names } of users.values()) {
    const title = names.length === total ? 'all services' : names.join(', ');
    sections.set(title, [...(sections.get(title) ?? []), ...linesOf(setting)]);
  }
  const texts = [...sections].map(([title, lines]) => [`# --- ${title} ---`, ...lines].join('\n'));
  return `${[HEAD, ...texts].join('\n\n')}\n`;
};

const linesOf = (setting) => {
  const note = [setting.required && 'required', setting.secret && 'secret'].filter(Boolean).join(', ');
  const assignment = `${setting.name}=${setting.default ?? ''}`;
  return [`# ${setting.meaning}${note ? ` (${note})` : ''}`, setting.required ? assignment : `# ${assignment}`];
};
