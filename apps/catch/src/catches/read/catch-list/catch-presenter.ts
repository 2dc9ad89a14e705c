import { metricTwins, type MetricTwins, pickFields } from '@cds/listing';
import { Injectable } from '@nestjs/common';
import type { AnglerView } from '../../../angler-lookup/angler-view.js';
import { Anglers } from '../../../angler-lookup/anglers.js';
import { SpeciesNames } from '../../../species-names/species-names.js';
import { metricSpecies, type SpeciesView } from '../../../species-names/species-view.js';
import type { CatchView } from '../catch-view.js';
import { CatchViews, type NamedCatchRow } from '../catch-views.js';
import { CATCH_METRIC_FIELDS, type CatchPresentation } from './catch-list.schemas.js';

/** A catch in the form that was requested: with selected fields, metric units, or the whole species and angler. */
export type PresentedCatch = Partial<
  Omit<CatchView, 'species' | 'angler'> &
    MetricTwins & { species: string | SpeciesView; angler: CatchView['angler'] | AnglerView }
>;

@Injectable()
export class CatchPresenter {
  constructor(
    private readonly views: CatchViews,
    private readonly species: SpeciesNames,
    private readonly anglers: Anglers,
  ) {}

  async present(rows: readonly NamedCatchRow[], asked: CatchPresentation, viewer: string): Promise<PresentedCatch[]> {
    return this.shape(await this.views.ofRows(rows, viewer), asked, viewer);
  }

  async presentOne(view: CatchView, asked: CatchPresentation, viewer: string): Promise<PresentedCatch> {
    const [presented = view] = await this.shape([view], asked, viewer);
    return presented;
  }

  private async shape(views: CatchView[], asked: CatchPresentation, viewer: string): Promise<PresentedCatch[]> {
    const isMetric = asked.units === 'metric' || CATCH_METRIC_FIELDS.some((field) => asked.fields?.has(field));
    if (!isMetric && !asked.fields && !asked.expand) return views;
    const expanded = await this.expand(views, asked.expand, viewer);
    return expanded.map((view) => pickFields(isMetric ? withMetric(view) : view, asked.fields));
  }

  private async expand(
    views: readonly CatchView[],
    names: CatchPresentation['expand'],
    viewer: string,
  ): Promise<PresentedCatch[]> {
    const species = names?.has('species') ? await this.species.views(views.map((view) => view.species_id)) : undefined;
    const anglers = names?.has('angler')
      ? await this.anglers.views(
          views.map(({ angler }) => angler.id),
          viewer,
        )
      : undefined;
    return views.map((view) => {
      const known = species?.get(view.species_id);
      const angler = anglers?.get(view.angler.id);
      return { ...view, ...(known && { species: known }), ...(angler && { angler }) };
    });
  }
}

const withMetric = (view: PresentedCatch): PresentedCatch => {
  const { species } = view;
  return { ...view, ...(typeof species === 'object' && { species: metricSpecies(species) }), ...metricTwins(view) };
};
