import { ReadinessRegistry } from '@cds/health';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { SpeciesNames } from './species-names.js';

/** Without species no catch can be logged: the service is not ready before the catalogue has reached it. */
@Injectable()
export class SpeciesNamesReadiness implements OnModuleInit {
  constructor(
    private readonly readiness: ReadinessRegistry,
    private readonly names: SpeciesNames,
  ) {}

  onModuleInit(): void {
    this.readiness.add('species_names', async () => {
      const index = await this.names.index();
      if (index.size === 0) throw new Error('no species has arrived from species.catalog yet');
    });
  }
}
