import { Injectable } from '@nestjs/common';
import { PrismaService } from '../../database/prisma.service.js';
import { speciesNotFound } from '../species.errors.js';
import { type SpeciesView, speciesView } from '../species-view.js';

/** What ids and slugs are made of; all else is no species, and some of it no text for PostgreSQL. */
const ADDRESS = /^[a-z0-9_-]+$/;

@Injectable()
export class SpeciesDetailQuery {
  constructor(private readonly prisma: PrismaService) {}

  /** The species with this id or slug; fails with `species.not_found`. */
  async execute(idOrSlug: string): Promise<SpeciesView> {
    const where = { OR: [{ id: idOrSlug }, { slug: idOrSlug }] };
    const species = ADDRESS.test(idOrSlug) ? await this.prisma.species.findFirst({ where }) : null;
    if (species === null) throw speciesNotFound(idOrSlug);
    return speciesView(species);
  }
}
