import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useRef, type MouseEvent } from 'react';
import { asLanguage } from '../../domain/languages.ts';
import type { TextPageName } from '../../domain/text-pages.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Page, PageHeader } from '../../ui/Page.tsx';
import { usePageTitle } from '../../ui/usePageTitle.ts';
import { textPageWords } from './page-words.ts';
import { Footer } from './Footer.tsx';
import { TextLinks } from './TextLinks.tsx';
import classes from './TextPage.module.css';
import { usePageText } from './usePageText.ts';
import { useShownPart } from './useShownPart.ts';

/** A page that is there to be read: terms, privacy, what has become new. */
export function TextPage({ name }: { name: TextPageName }) {
  const { i18n, t } = useLingui();
  const title = i18n._(textPageWords[name]);
  usePageTitle(title);
  const router = useRouter();
  const [text, again] = usePageText(name, asLanguage(i18n.locale));
  const body = useRef<HTMLDivElement>(null);
  useShownPart(body, text?.html);

  /** Links of the text lead within the app, without loading it anew. */
  function follow(event: MouseEvent) {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const address = link?.getAttribute('href');
    if (!address?.startsWith('/')) return;
    event.preventDefault();
    router.history.push(address);
  }

  return (
    <Page width="measure">
      <PageHeader title={title} />
      {text === null ? (
        <EmptyState
          kind="offline"
          title={<Trans>This page hasn't come yet</Trans>}
          actions={
            <Button onClick={again}>
              <Trans comment="Button: once more what failed">Try again</Trans>
            </Button>
          }
        >
          <Trans>It needs a network once, and stays on this device from then on.</Trans>
        </EmptyState>
      ) : text ? (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the links in it take keys themselves, and Enter on one is a click
        <div
          ref={body}
          className={classes.text}
          onClick={follow}
          // oxlint-disable-next-line react/no-danger -- made from files of ours while building
          dangerouslySetInnerHTML={{ __html: text.html }}
        />
      ) : (
        <div className={classes.loading} role="status" aria-label={t`Loading`} />
      )}
      <TextLinks />
      <Footer />
    </Page>
  );
}
