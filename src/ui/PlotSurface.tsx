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

/** What is counted has no halves. */
const wholeSteps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 100_000];

/** The drawing itself, anew whenever data, size or colours change. */
export function PlotSurface({ times, values, format, formatTime }: PlotProps) {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = root.current;
    if (!element) return;
    let plot: UPlot | null = null;
    const draw = () => {
      plot?.destroy();
      const { line, ink, grid, font } = colours(element);
      const isSparse = values.filter((value) => value !== null).length < 12;
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
            {
              ...axis,
              space: 70,
              values: (_plot, ticks) => ticks.map((at) => formatTime(at * 1_000)),
            },
            {
              ...axis,
              size: 52,
              space: 28,
              incrs: wholeSteps,
              values: (_plot, ticks) => ticks.map(format),
            },
          ],
          series: [
            {},
            {
              stroke: line,
              width: 2,
              fill: `${line}22`,
              spanGaps: true,
              // A single one between nothing and nothing would be no line.
              points: { show: isSparse, size: 5, fill: line },
            },
          ],
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
  }, [times, values, format, formatTime]);
  return <div ref={root} className={classes.drawing} aria-hidden />;
}
