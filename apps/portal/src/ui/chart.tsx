import { useId, useLayoutEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import styles from './chart.module.css';

interface ChartFrameProps {
  readonly title: string;
  /** One sentence that says what the chart shows, for who cannot see it. */
  readonly summary: string;
  /** The same numbers, in the order of the columns. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
  readonly height?: number;
  /** What its colours stand for: a `Legend`. */
  readonly legend?: ReactNode;
  readonly children: (size: { readonly width: number; readonly height: number }) => ReactNode;
}

/** Measures the room for a drawing, names it, and has a table of the same numbers under it. */
export const ChartFrame = ({ title, summary, columns, rows, height = 200, legend, children }: ChartFrameProps) => {
  const [id, box] = [useId(), useRef<HTMLDivElement>(null)];
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <figure className={styles['chart']} aria-labelledby={id}>
      <figcaption id={id} className={styles['title']}>
        {title}
      </figcaption>
      <div ref={box} className={styles['box']}>
        {width > 0 && (
          <svg width={width} height={height} role="img" aria-label={summary}>
            {children({ width, height })}
          </svg>
        )}
      </div>
      {legend}
      <details className={styles['details']}>
        <summary>Show as table</summary>
        <div className={styles['table']} tabIndex={0} role="region" aria-label={`${title}, as a table`}>
          <table>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, at) => (
                <tr key={at}>
                  {row.map((cell, place) => (
                    <td key={place}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
};
