import { useLingui } from '@lingui/react/macro';
import type { TextPageName } from '../../domain/text-pages.ts';
import { Page, PageHeader } from '../../ui/Page.tsx';
import { textPageWords } from './page-words.ts';
import classes from './TextPage.module.css';

/** A page of text as it is sent before any code of the app is there: rendered at build time, never in a browser. */
export function TextShell({ name, html }: { name: TextPageName; html: string }) {
  const { i18n } = useLingui();
  return (
    <Page width="measure">
      <PageHeader title={i18n._(textPageWords[name])} />
      {/* oxlint-disable-next-line react/no-danger -- made from files of ours while building */}
      <div className={classes.text} dangerouslySetInnerHTML={{ __html: html }} />
    </Page>
  );
}
