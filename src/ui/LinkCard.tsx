import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithoutRef, ReactNode, Ref } from 'react';
import classes from './LinkCard.module.css';

interface LinkCardProps extends Omit<ComponentPropsWithoutRef<'a'>, 'title' | 'children'> {
  icon: ReactNode;
  title: ReactNode;
  blurb: ReactNode;
  /** Pills under the words. */
  labels?: ReactNode;
  ref?: Ref<HTMLAnchorElement>;
}

function CardAnchor({ icon, title, blurb, labels, ...rest }: LinkCardProps) {
  return (
    <a {...rest} className={classes.card}>
      <span className={classes.figure} aria-hidden>
        {icon}
      </span>
      <span className={classes.words}>
        <span className={classes.title}>{title}</span>
        <span className={classes.blurb}>{blurb}</span>
        {labels && <span className={classes.labels}>{labels}</span>}
      </span>
    </a>
  );
}

/** A card that is one link, its icon in the arch. */
export const LinkCard = createLink(CardAnchor);

/** As many columns as fit; a list for screen readers. Its children are `<li>`. */
export function CardGrid({
  isFew = false,
  children,
}: {
  /** They keep their width where there is room for more. */
  isFew?: boolean;
  children: ReactNode;
}) {
  return (
    <ul className={classes.grid} data-few={isFew || undefined}>
      {children}
    </ul>
  );
}
