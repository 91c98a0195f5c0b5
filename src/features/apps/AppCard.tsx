import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconDots } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { ActionMenu, type MenuAction } from '../../ui/ActionMenu.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { AppCover } from './AppCover.tsx';
import classes from './Apps.module.css';

/** What a card shows of an app. */
export interface ShownApp {
  id: string;
  name: string;
  description: string;
  cover: string | null;
  /** Credits for each output. */
  cost: number;
  /** Null where it came with the studio, or is one's own. */
  author: string | null;
  /** Why it can't be used just now; null where it can. */
  unavailable: string | null;
}

/** One app, which is one link; what else can be done with it is behind its menu. */
export function AppCard({
  app,
  menu,
  onOpen,
}: {
  app: ShownApp;
  menu?: () => MenuAction[];
  /** Before it is gone to. */
  onOpen?: () => void;
}) {
  const { t } = useLingui();
  const { id, name, description, cover, cost, author, unavailable } = app;
  return (
    <div className={classes.card}>
      <Link
        to="/generate/{-$type}/{-$model}"
        params={{ type: 'Apps', model: id }}
        className={classes.open}
        onClick={onOpen}
      >
        <AppCover src={cover} />
        <span className={classes.name}>{name}</span>
        {description !== '' && <span className={classes.about}>{description}</span>}
        <span className={classes.facts}>
          {unavailable ?? (
            <>
              <Plural value={cost} one="# credit" other="# credits" />
              {author !== null && author !== '' && (
                <>
                  {' · '}
                  <Trans comment="Who made an app">by {author}</Trans>
                </>
              )}
            </>
          )}
        </span>
      </Link>
      {menu && (
        <span className={classes.menu}>
          <ActionMenu
            label={t({ message: 'What to do with this app', comment: 'Name of a menu' })}
            actions={menu}
          >
            {(trigger) => (
              <IconButton
                {...trigger}
                onPicture
                tooltip={false}
                label={t({
                  message: `Actions: ${name}`,
                  comment: 'Button that opens a menu; an album',
                })}
                icon={<IconDots size={20} stroke={1.75} aria-hidden />}
              />
            )}
          </ActionMenu>
        </span>
      )}
    </div>
  );
}
