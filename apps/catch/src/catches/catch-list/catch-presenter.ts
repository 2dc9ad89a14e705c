import { metricTwins, type MetricTwins, pickFields } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import { Anglers, type PublicAngler } from '../../anglers/anglers.js';
import { type SpeciesName, SpeciesNames, speciesName } from '../../species-names/species-names.js';
import type { CatchView } from '../catch-view.js';
import { CatchViews, type NamedCatchRow } from '../catch-views.js';
import { CATCH_METRIC_FIELDS, type CatchPresentation } from './catch-list.schemas.js';

/** A catch as it was asked for: some of its fields, with metric twins, with species and angler whole. */
export type PresentedCatch = Partial<Omit<CatchView, 'species' | 'angler'> & MetricTwins & { species: string | (SpeciesName & MetricTwins); angler: CatchView['angler'] | PublicAngler }>;

@Injectable()
export class CatchPresenter {
  constructor(
    private readonly views: CatchViews,
    private readonly species: SpeciesNames,
    private readonly anglers: Anglers,
  ) {}

  async present(rows: readonly NamedCatchRow[], asked: CatchPresentation, viewer: string): Promise<PresentedCatch[]> {
    return this.shape(await this.views.ofRows(rows, viewer), asked);
  }

  async presentOne(view: CatchView, asked: CatchPresentation): Promise<PresentedCatch> {
    const [presented = view] = await this.shape([view], asked);
    return presented;
  }

  private async shape(views: CatchView[], asked: CatchPresentation): Promise<PresentedCatch[]> {
    const isMetric = asked.units === 'metric' || CATCH_METRIC_FIELDS.some((field) => asked.fields?.has(field));
    if (!isMetric && !asked.fields && !asked.expand) return views;
    const expanded = await this.expand(views, asked.expand, isMetric);
    return expanded.map((view) => pickFields(isMetric ? { ...view, ...metricTwins(view) } : view, asked.fields));
  }

  private async expand(views: readonly CatchView[], names: CatchPresentation['expand'], isMetric: boolean): Promise<PresentedCatch[]> {
    const species = names?.has('species') ? await this.species.index() : undefined;
    const anglers = names?.has('angler') ? await this.anglers.views(views.map(({ angler }) => angler.id)) : undefined;
    return views.map((view) => {
      const known = species?.get(view.species_id);
      const angler = anglers?.get(view.angler.id);
      return { ...view, ...(known && { species: isMetric ? withTwins(speciesName(known)) : speciesName(known) }), ...(angler && { angler }) };
    });
  }
}

const withTwins = (species: SpeciesName): SpeciesName & MetricTwins => ({ ...species, ...metricTwins(species) });
