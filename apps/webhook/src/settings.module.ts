import { type DynamicModule, Global, Module } from '@nestjs/common';
import { WEBHOOK_CONFIG, type DeliverySettings } from './config.js';
import type { Resolve } from './deliveries/attempt/guarded-lookup.js';
import { nameLookup } from './deliveries/attempt/name-lookup.js';
import { DEFAULT_LIMITS, DELIVERY_LIMITS, type DeliveryLimits, RESOLVE } from './deliveries/delivery-limits.js';
import { SLICE_LIMITS, type SliceLimits, SLICES } from './messages/recipient-slice.js';

/** What a test may put in the place of waiting for real, and of the name servers. */
export interface Overrides {
  readonly limits?: Partial<DeliveryLimits>;
  readonly resolve?: Resolve;
  readonly slices?: SliceLimits;
}

/** Gives the whole app its settings. */
@Global()
@Module({})
export class SettingsModule {
  static forRoot(
    config: DeliverySettings,
    { limits, resolve = nameLookup(), slices = SLICE_LIMITS }: Overrides,
  ): DynamicModule {
    const slots = {
      total: config.concurrency,
      perAccount: config.concurrencyPerAccount,
      perEndpoint: config.concurrencyPerEndpoint,
    };
    const providers = [
      { provide: WEBHOOK_CONFIG, useValue: config },
      { provide: DELIVERY_LIMITS, useValue: { ...DEFAULT_LIMITS, slots, ...limits } satisfies DeliveryLimits },
      { provide: RESOLVE, useValue: resolve },
      { provide: SLICES, useValue: slices },
    ];
    return { module: SettingsModule, providers, exports: providers };
  }
}
