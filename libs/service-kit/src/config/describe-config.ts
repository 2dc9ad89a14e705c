import { type ConfigSpec, isSetting } from './setting.js';

export interface SettingDescription {
  readonly name: string;
  readonly meaning: string;
  readonly default: string | undefined;
  readonly secret: boolean;
  /** Whether the service does not start without it. */
  readonly required: boolean;
}

/** Every setting of a spec, in its order. */
export const describeConfig = (spec: ConfigSpec): SettingDescription[] =>
  Object.values(spec).flatMap((node) =>
    isSetting(node)
      ? [
          {
            name: node.name,
            meaning: node.meaning,
            default: node.default,
            secret: node.secret,
            required: !node.schema.safeParse(node.default).success,
          },
        ]
      : describeConfig(node),
  );
