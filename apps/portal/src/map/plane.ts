import { isCut, type Outline, placeOfStep } from './land-steps.js';
import type { Position } from './tiles.js';

const KM_PER_DEGREE = 111.195;
/** Closer to a pole meridians would run together. */
const MIN_SHRINK = 0.05;

/** What a map shows: so many kilometres from its left to its right edge. */
export interface View {
  readonly centre: Position;
  readonly width: number;
  readonly height: number;
  readonly kmAcross: number;
}

/**
 * A plane that touches the earth at the centre of the view: true to scale there, and near enough for the few hundred
 * kilometres around it. The first pixel is the top left one.
 */
export class Plane {
  readonly pixelsPerKm: number;
  private readonly perDegree: Position;

  constructor(private readonly view: View) {
    this.pixelsPerKm = view.width / view.kmAcross;
    const latitude = this.pixelsPerKm * KM_PER_DEGREE;
    this.perDegree = [latitude * Math.max(MIN_SHRINK, Math.cos((view.centre[1] * Math.PI) / 180)), latitude];
  }

  /** How many degrees the view reaches from its centre. */
  get reach(): Position {
    return [this.view.width / 2 / this.perDegree[0], this.view.height / 2 / this.perDegree[1]];
  }

  pixel([longitude, latitude]: Position): Position {
    const { centre, width, height } = this.view;
    return [
      width / 2 + nearest(longitude - centre[0]) * this.perDegree[0],
      height / 2 - (latitude - centre[1]) * this.perDegree[1],
    ];
  }

  /** The area of a tile's land, and the coast, which leaves out where the tile was cut. */
  paths(outline: Outline): { area: string; coast: string } {
    const [area, coast]: [string[], string[]] = [[], []];
    // One offset for the whole tile, so that it is not torn apart at the far side of the earth.
    const [left, top] = this.pixel(outline.corner);
    const [x0, y0] = [outline.corner[0], outline.corner[1]];
    for (const ring of outline.rings) {
      const points = ring.map((step) => {
        const [longitude, latitude] = placeOfStep(outline, step);
        const x = left + (longitude - x0) * this.perDegree[0];
        const y = top - (latitude - y0) * this.perDegree[1];
        return `${x.toFixed(1)} ${y.toFixed(1)}`;
      });
      area.push(`M${points.join('L')}Z`);
      ring.forEach((step, index) => {
        const next = (index + 1) % ring.length;
        const after = ring[next];
        if (!after || isCut(step, after)) return;
        const before = ring[(index + ring.length - 1) % ring.length];
        const begins = index === 0 || !before || isCut(before, step);
        coast.push(`${begins ? `M${points[index]}` : ''}L${points[next]}`);
      });
    }
    return { area: area.join(''), coast: coast.join('') };
  }
}

/** A difference of longitudes the short way round. */
const nearest = (difference: number): number => ((((difference + 180) % 360) + 360) % 360) - 180;
