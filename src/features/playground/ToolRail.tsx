import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { GeneratorType } from '../../domain/generator-types.ts';
import { toolWords } from '../../words/tools.ts';
import classes from './ToolRail.module.css';

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
    // Only the strip scrolls; the page stays where it is.
    const strip = here.current?.closest('ul');
    if (!strip || !here.current || strip.scrollWidth <= strip.clientWidth) return;
    strip.scrollLeft = here.current.offsetLeft - (strip.clientWidth - here.current.offsetWidth) / 2;
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
