import { Plural, useLingui } from '@lingui/react/macro';
import { Link, useRouterState } from '@tanstack/react-router';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import classes from './BottomMenu.module.css';
import { bare, isCurrentPlace, places } from './navigation.tsx';

/** Narrow screens: five places within the thumb's reach. */
export function BottomMenu({ count }: { count: number }) {
  const { i18n, t } = useLingui();
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  return (
    <nav
      className={classes.menu}
      aria-label={t({ message: 'Main', comment: 'Name of the navigation landmark' })}
    >
      {places.map((place) => {
        const current = isCurrentPlace(place, pathname);
        const badge = place.to === '/history' ? count : 0;
        return (
          <Link
            key={place.to}
            to={place.to}
            params={bare}
            className={classes.place}
            data-current={current || undefined}
            aria-current={current ? 'page' : undefined}
          >
            <span className={classes.arch}>
              <place.icon size={22} stroke={1.75} aria-hidden />
              {badge > 0 && (
                <span className={classes.badge} aria-hidden>
                  {badge > 99 ? '99+' : badge}
                </span>
              )}
            </span>
            <span className={classes.label}>{i18n._(place.label)}</span>
            {badge > 0 && (
              <VisuallyHidden>
                <Plural value={badge} one=", # in the queue" other=", # in the queue" />
              </VisuallyHidden>
            )}
          </Link>
        );
      })}
    </nav>
  );
}
