import { ActionIcon, type ActionIconProps } from '@mantine/core';
import type { ComponentPropsWithoutRef, ReactNode, Ref } from 'react';
import classes from './IconButton.module.css';

export interface IconButtonProps
  extends
    Omit<ActionIconProps, 'children'>,
    Omit<ComponentPropsWithoutRef<'button'>, keyof ActionIconProps | 'children'> {
  /** What the button does, a verb; its accessible name and, unless told otherwise, its tooltip. */
  label: string;
  icon: ReactNode;
  /** `false` where a visible label stands beside it. */
  tooltip?: boolean;
  /** A count shown at the corner; 0 shows nothing. The label must say it in words. */
  count?: number;
  /** Lies on a picture: gets its own plate so that it reads on any colour. */
  onPicture?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

/** A 44 px button with an icon and a name. */
export function IconButton({
  label,
  icon,
  tooltip = true,
  count = 0,
  onPicture,
  ...rest
}: IconButtonProps) {
  return (
    <ActionIcon
      type="button"
      aria-label={label}
      title={tooltip ? label : undefined}
      mod={{ 'on-picture': onPicture }}
      className={classes.root}
      {...rest}
    >
      {icon}
      {count > 0 && (
        <span className={classes.count} aria-hidden>
          {count > 99 ? '99+' : count}
        </span>
      )}
    </ActionIcon>
  );
}
