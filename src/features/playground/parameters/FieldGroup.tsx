import { IconChevronDown } from '@tabler/icons-react';
import { useId, useState, type ReactNode } from 'react';
import classes from './ParametersPanel.module.css';

/** Fields that are parts of one thing, folded away until somebody wants them or one of them is in the way. */
export function FieldGroup({
  title,
  isTroubled,
  children,
}: {
  title: string;
  isTroubled: boolean;
  children: ReactNode;
}) {
  const id = useId();
  const [wanted, setWanted] = useState(false);
  const open = wanted || isTroubled;
  return (
    <div className={classes.group}>
      <button
        type="button"
        className={classes.more}
        id={id}
        aria-expanded={open}
        onClick={() => setWanted(!open)}
      >
        <span>{title}</span>
        <IconChevronDown className={classes.chevron} size={18} stroke={1.75} aria-hidden />
      </button>
      {open && (
        <div role="group" aria-labelledby={id} className={classes.parts}>
          {children}
        </div>
      )}
    </div>
  );
}
