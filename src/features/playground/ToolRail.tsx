import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { GeneratorType } from '../../domain/generator-types.ts';
import { toolWords } from '../../words/tools.ts';
import classes from './ToolRail.module.css';

/** Scrolls the rail or the strip to its middle, unless all of it is seen anyway; the page stays where it is. */
function bringIntoSight(link: HTMLElement): void {
  const rail = link.closest('nav');
  const strip = link.closest('ul');
  if (!rail || !strip) return;
  const at = link.getBoundingClientRect();
  const seen = rail.getBoundingClientRect();
  if (at.left < seen.left || at.right > seen.right) {
    strip.scrollLeft += at.left - seen.left - (seen.width - at.width) / 2;
  }
  // At its end the rail fades out over the list's padding.
  const faded = Number.parseFloat(getComputedStyle(strip).paddingBottom);
  if (at.top < seen.top || at.bottom > seen.bottom - faded) {
    rail.scrollTop += at.top - seen.top - (seen.height - at.height) / 2;
  }
}

/** The tools that something here can run: a rail beside the result, a strip above it on phones. */
export function ToolRail({
  tools,
  current,
}: {
  tools: readonly GeneratorType[];
  current: GeneratorType | null;
}) {
  const { t, i18n } = useLingui();
  const here = useRef<HTMLAnchorElement>(null);

  useEffect(() => {
    const link = here.current;
    if (!link) return;
    // Observed, because behind the shell nothing has a size yet.
    const observer = new ResizeObserver(() => bringIntoSight(link));
    observer.observe(link);
    return () => observer.disconnect();
  }, [current]);

  return (
    <nav
      className={classes.rail}
      aria-label={t({ message: 'Tools', comment: 'Heading: text to image, upscaling and so on' })}
    >
      <ul className={classes.list}>
        {tools.map((type) => {
          const words = toolWords[type];
          const active = type === current;
          return (
            <li key={type} className={classes.item}>
              <Link
                ref={active ? here : undefined}
                to="/generate/{-$type}/{-$model}"
                params={{ type, model: undefined }}
                className={classes.link}
                aria-current={active ? 'page' : undefined}
                title={i18n._(words.blurb)}
              >
                <words.icon size={20} stroke={1.75} aria-hidden />
                <span>{i18n._(words.label)}</span>
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
