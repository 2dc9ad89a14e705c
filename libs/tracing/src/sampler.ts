import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler as SpanSampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';
import type { TracingSettings } from './tracing-settings.js';

/** Decides which traces are recorded; `isEdge` as `TracingOptions` says. */
export const samplerOf = (settings: Pick<TracingSettings, 'sampler' | 'ratio'>, isEdge: boolean): SpanSampler => {
  const root = rootOf(settings);
  if (!settings.sampler.startsWith('parentbased_')) return root;
  return new ParentBasedSampler(isEdge ? { root, remoteParentSampled: root, remoteParentNotSampled: root } : { root });
};

const rootOf = ({ sampler, ratio }: Pick<TracingSettings, 'sampler' | 'ratio'>): SpanSampler => {
  switch (sampler) {
    case 'always_on':
    case 'parentbased_always_on':
      return new AlwaysOnSampler();
    case 'always_off':
    case 'parentbased_always_off':
      return new AlwaysOffSampler();
    case 'traceidratio':
    case 'parentbased_traceidratio':
      return new TraceIdRatioBasedSampler(ratio);
  }
};
