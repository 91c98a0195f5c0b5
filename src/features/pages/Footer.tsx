import { Trans, useLingui } from '@lingui/react/macro';
import { UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useBrand } from '../../live/useBrand.ts';
import { useCommunity } from '../../live/useCommunity.ts';
import { feedbackAtom } from '../../requests/actions/feedback.ts';
import { noticeAtom } from '../../requests/actions/notices.ts';
import { useSetAtom } from '../../ui/atoms.ts';
import classes from './Footer.module.css';

/** Spec 2, section 2: legal pages, the way to whoever runs this, the notice of the registry, and where else they are. */
export function Footer() {
  const { t } = useLingui();
  const { terms, privacy, filing, social, business } = useBrand();
  const show = useSetAtom(noticeAtom);
  const showFeedback = useSetAtom(feedbackAtom);
  // Nobody takes it where there is no platform. Until that is known, nothing is offered.
  const hasPlatform = useCommunity() === null;
  const legal = (own: string, page: string, words: string) =>
    own === '' ? (
      <Link to="/$page" params={{ page }}>
        {words}
      </Link>
    ) : (
      <a href={own}>{words}</a>
    );
  return (
    <footer className={classes.footer}>
      <ul
        className={classes.links}
        aria-label={t({ message: 'About this site', comment: 'Name of a list of links' })}
      >
        <li>{legal(terms, 'terms', t({ message: 'Terms', comment: 'Link in a footer' }))}</li>
        <li>{legal(privacy, 'privacy', t({ message: 'Privacy', comment: 'Link in a footer' }))}</li>
        <li>
          <Link to="/about">{t({ message: 'About', comment: 'Page title' })}</Link>
        </li>
        <li>
          <Link to="/$page" params={{ page: 'updates' }}>
            {t({ message: 'What is new', comment: 'Link in a footer: the list of changes' })}
          </Link>
        </li>
        {hasPlatform && (
          <li>
            <UnstyledButton aria-haspopup="dialog" onClick={() => showFeedback(true)}>
              <Trans comment="Title of a request in the queue, and of a dialog">Feedback</Trans>
            </UnstyledButton>
          </li>
        )}
        {(business.code !== '' || business.text !== '') && (
          <li>
            <UnstyledButton aria-haspopup="dialog" onClick={() => show('business')}>
              <Trans comment="Button: how to reach whoever runs this, for business">
                Work with us
              </Trans>
            </UnstyledButton>
          </li>
        )}
        {social.map(({ name, url }) => (
          <li key={url}>
            <a href={url} target="_blank" rel="noreferrer">
              {name}
            </a>
          </li>
        ))}
      </ul>
      {filing.text !== '' &&
        (filing.url === '' ? (
          <p className={classes.filing}>{filing.text}</p>
        ) : (
          <p className={classes.filing}>
            <a href={filing.url} target="_blank" rel="noreferrer">
              {filing.text}
            </a>
          </p>
        ))}
    </footer>
  );
}
