import { useLingui } from '@lingui/react/macro';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowLeft } from '@tabler/icons-react';
import { createContext, use, useEffect, useId, useRef, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { Dialog } from '../../../ui/Dialog.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import classes from './SettingsPart.module.css';

/** Where a part of the settings stands on a phone: in the place of all of them. */
export interface PartPlace {
  element: HTMLElement | null;
  /** @returns gives it back, and the focus to what had it */
  take: () => () => void;
}
export const PartPlaceContext = createContext<PartPlace | null>(null);

interface SettingsPartProps {
  opened: boolean;
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  /** Pixels on wide screens. */
  width?: number;
}

/**
 * What a setting opens to choose from: a dialog on wide screens. A phone shows the settings in a sheet already, and
 * a dialog never lies over another one, so there it takes their place until one goes back.
 */
export function SettingsPart({ opened, onClose, title, children, width = 720 }: SettingsPartProps) {
  const wide = useMediaQuery('(min-width: 62em)', undefined, { getInitialValueInEffect: false });
  const place = use(PartPlaceContext);
  if (wide || !place) {
    return (
      <Dialog opened={opened} onClose={onClose} title={title} width={width}>
        {children}
      </Dialog>
    );
  }
  if (!opened || !place.element) return null;
  return createPortal(
    <PartInPlace place={place} title={title} onClose={onClose}>
      {children}
    </PartInPlace>,
    place.element,
  );
}

function PartInPlace({
  place,
  title,
  onClose,
  children,
}: {
  place: PartPlace;
  title: ReactNode;
  onClose: () => void;
  children: ReactNode;
}) {
  const { t } = useLingui();
  const titleId = useId();
  const back = useRef<HTMLButtonElement>(null);
  const { take } = place;
  useEffect(() => {
    const giveBack = take();
    back.current?.focus();
    return giveBack;
  }, [take]);
  return (
    <section className={classes.root} aria-labelledby={titleId}>
      <header className={classes.head}>
        <IconButton
          ref={back}
          className={classes.back}
          label={t`Back to settings`}
          icon={<IconArrowLeft size={20} stroke={1.75} aria-hidden />}
          onClick={onClose}
        />
        <h3 id={titleId} className={classes.title}>
          {title}
        </h3>
      </header>
      {children}
    </section>
  );
}
