import { textOf } from './repository.js';

export interface DocumentedSetting {
  readonly name: string;
  /** What it means, its default, and whether it is required or secret. */
  readonly note: string;
}

/** The settings of a service as .env.example lists them: those of all services, and those under its name. */
export const documentedSettings = (service: string): DocumentedSetting[] =>
  textOf('.env.example')
    .split(/^# --- /m)
    .slice(1)
    .filter((section) => {
      const [title = ''] = section.split(' ---', 1);
      return title === 'all services' || title.split(', ').includes(service);
    })
    .flatMap((section) => [...section.matchAll(SETTING)])
    .map(([, note = '', name = '']) => ({ name, note }));

/** The line above a setting is its note, unless that is a setting too. */
const SETTING = /^(?:# (?![A-Z][A-Z0-9_]+=)(.*)\n)?(?:# )?([A-Z][A-Z0-9_]+)=/gm;
