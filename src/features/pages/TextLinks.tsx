import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { textPages } from '../../domain/text-pages.ts';
import { useCommunity } from '../../live/useCommunity.ts';
import { textPageWords } from './page-words.ts';
import classes from './TextLinks.module.css';

/** Leads to the pages of text; stands at the foot of each, and of what tells about Kiln. */
export function TextLinks() {
  const { i18n, t } = useLingui();
  // Where there is no platform, nothing has a price. Until that is known, nothing is said of any.
  const hasPrices = useCommunity() === null;
  const shown = textPages.filter((name) => hasPrices || name !== 'PayProtection');
  return (
    <nav
      className={classes.links}
      aria-label={t({ message: 'Terms, privacy and more', comment: 'Name of a list of links' })}
    >
      <ul>
        {shown.map((name) => (
          <li key={name}>
            <Link to="/$page" params={{ page: name }}>
              {i18n._(textPageWords[name])}
            </Link>
          </li>
        ))}
        <li>
          <Link to="/about">{t({ message: 'About', comment: 'Page title' })}</Link>
        </li>
      </ul>
    </nav>
  );
}
