/** Where background work reports to. The service's logger fits. */
export interface WorkLog {
  event(name: string, fields?: Readonly<Record<string, unknown>>, level?: 'info' | 'warn' | 'error'): void;
}
