import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconPhoto, IconSettings, IconStack2 } from '@tabler/icons-react';
import { Link, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { IconButton } from '../../ui/IconButton.tsx';
import { KilnCharacter } from '../../ui/KilnCharacter.tsx';
import { KilnLogo } from '../../ui/KilnLogo.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { ColorSchemeToggle } from './ColorSchemeToggle.tsx';
import { bare, isCurrentPlace, places } from './navigation.tsx';
import classes from './TopBar.module.css';

/** What the frame shows of the queue. */
export interface QueueGlance {
  /** Requests that are waiting or being made. */
  openCount: number;
  /** Requests that wait for the person. */
  attentionCount: number;
  /** 0…1 of what is being made right now; left out when nothing is. */
  progress?: number;
  onOpen: () => void;
}

export function TopBar({
  queue,
  brand,
  balance,
  account,
  onOpenWorks,
  onOpenOptions,
}: {
  queue: QueueGlance;
  /** What the deployment calls itself; empty where it is Kiln. */
  brand: { name: string; logo: string };
  balance?: ReactNode;
  account?: ReactNode;
  /** Shows what one has made; null where nobody is signed in. */
  onOpenWorks: (() => void) | null;
  onOpenOptions: () => void;
}) {
  const { i18n, t } = useLingui();
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  return (
    <header className={classes.bar}>
      <Link to="/" className={classes.brand}>
        {/* The mark is the whole queue at a glance: its glow rises with what is being made. */}
        {brand.logo === '' ? (
          <KilnLogo size="1.625rem" progress={queue.progress} />
        ) : (
          <img
            className={classes.logo}
            src={`data:image/svg+xml,${encodeURIComponent(brand.logo)}`}
            alt=""
          />
        )}
        <span className={classes.name}>
          {brand.name === '' ? (
            <>
              Kiln <KilnCharacter />
            </>
          ) : (
            brand.name
          )}
        </span>
        <VisuallyHidden>
          <Trans comment="After the product's name on the logo, for screen readers: where it leads">
            , home
          </Trans>
        </VisuallyHidden>
      </Link>
      <nav
        className={classes.places}
        aria-label={t({ message: 'Main', comment: 'Name of the navigation landmark' })}
      >
        {places.slice(1, 4).map((place) => {
          const current = isCurrentPlace(place, pathname);
          return (
            <Link
              key={place.to}
              to={place.to}
              params={bare}
              className={classes.place}
              data-current={current || undefined}
              aria-current={current ? 'page' : undefined}
            >
              <place.icon size={20} stroke={1.75} aria-hidden />
              {i18n._(place.label)}
            </Link>
          );
        })}
      </nav>
      <div className={classes.area}>
        {balance}
        <QueueButton queue={queue} />
        <span className={classes.wideOnly}>
          {onOpenWorks && (
            <IconButton
              label={t({ message: 'Show my works', comment: 'Button that opens a drawer' })}
              icon={<IconPhoto size={22} stroke={1.75} aria-hidden />}
              onClick={onOpenWorks}
              aria-haspopup="dialog"
            />
          )}
          <ColorSchemeToggle />
          <IconButton
            label={t({ message: 'Options', comment: 'Button that opens the settings' })}
            icon={<IconSettings size={22} stroke={1.75} aria-hidden />}
            onClick={onOpenOptions}
            aria-haspopup="dialog"
          />
        </span>
        {account && <span className={classes.wideOnly}>{account}</span>}
      </div>
    </header>
  );
}

/** One tap from anywhere; with its name where there is room for it. */
function QueueButton({ queue }: { queue: QueueGlance }) {
  const count = queue.openCount + queue.attentionCount;
  return (
    <button type="button" className={classes.queue} aria-haspopup="dialog" onClick={queue.onOpen}>
      <IconStack2 size={22} stroke={1.75} aria-hidden />
      <span className={classes.queueName}>
        <Trans comment="Button that opens the list of requests">Queue</Trans>
      </span>
      {count > 0 && <span className={classes.queueCount}>{count > 99 ? '99+' : count}</span>}
      <VisuallyHidden>
        {queue.openCount > 0 && (
          <Plural value={queue.openCount} one=", # on its way" other=", # on their way" />
        )}
        {queue.attentionCount > 0 && (
          <Plural value={queue.attentionCount} one=", # needs you" other=", # need you" />
        )}
      </VisuallyHidden>
    </button>
  );
}
