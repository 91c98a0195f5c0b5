import { useEffect, useRef } from 'react';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import classes from './Plot.module.css';
import type { PlotProps } from './PlotProps.ts';

/** Colours of the page as a canvas needs them. */
function colours(of: Element) {
  const style = getComputedStyle(of);
  const read = (name: string) => style.getPropertyValue(name).trim();
  return {
    line: read('--kiln-ember-ink'),
    ink: read('--kiln-ink-soft'),
    grid: read('--kiln-line'),
    font: `11px ${style.fontFamily}`,
  };
}

/** The drawing itself, anew whenever data, size or colours change. */
export function PlotSurface({ times, values, format }: PlotProps) {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = root.current;
    if (!element) return;
    let plot: UPlot | null = null;
    const draw = () => {
      plot?.destroy();
      const { line, ink, grid, font } = colours(element);
      const axis = { stroke: ink, font, grid: { stroke: grid, width: 1 }, ticks: { show: false } };
      plot = new UPlot(
        {
          width: Math.max(120, element.clientWidth),
          height: Math.max(80, element.clientHeight),
          legend: { show: false },
          cursor: { show: false },
          // A line that lies on the ground is one that can be seen.
          scales: { y: { range: (_plot, _least, most) => [0, Math.max(1, most * 1.1)] } },
          axes: [
            { ...axis, space: 70 },
            { ...axis, size: 46, space: 28, values: (_plot, ticks) => ticks.map(format) },
          ],
          series: [{}, { stroke: line, width: 2, fill: `${line}22`, points: { show: false } }],
        },
        [times.map((time) => time / 1_000), [...values]],
        element,
      );
    };
    const resized = new ResizeObserver(draw);
    resized.observe(element);
    // The page's colours are an attribute of the root.
    const recoloured = new MutationObserver(draw);
    recoloured.observe(document.documentElement, { attributes: true });
    return () => {
      resized.disconnect();
      recoloured.disconnect();
      plot?.destroy();
    };
  }, [times, values, format]);
  return <div ref={root} className={classes.drawing} aria-hidden />;
}
