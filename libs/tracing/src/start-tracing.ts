import type { Registry } from 'prom-client';
import type { TracingSettings } from './tracing-settings.js';

export interface TracingOptions {
  readonly settings: TracingSettings;
  /** The service's name, such as `catch`. */
  readonly service: string;
  /**
   * Whether requests come from strangers, who then cannot decide what is recorded: `parentbased_` samplers decide about
   * a trace that came from outside as about one that begins here.
   */
  readonly isEdge: boolean;
  readonly registry: Registry;
  /** Called when exports begin to fail, with the reason, and with null when one arrives again. */
  readonly onExport: (failure: string | null) => void;
}

export interface Tracing {
  /** Exports what is waiting, for a short time, and ends. Never fails. */
  stop(): Promise<void>;
}

const OFF: Tracing = { stop: () => Promise.resolve() };

/**
 * Exports the spans of this process to the collector at `settings.endpoint`. Without one it does nothing, and not even
 * loads OpenTelemetry's SDK. A collector that is slow or away costs spans, which are counted, and nothing else.
 */
export const startTracing = async (options: TracingOptions): Promise<Tracing> => {
  const { endpoint } = options.settings;
  if (endpoint === undefined) return OFF;
  const { startExporting } = await import('./otlp-export.js');
  return startExporting(endpoint, options);
};
