import { Trans } from '@lingui/react/macro';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Page } from '../../ui/Page.tsx';
import { AlbumsLink } from './AlbumsLink.tsx';

/** An address of an album that is not, or no longer, here. */
export function MissingAlbum() {
  return (
    <Page width="measure">
      <EmptyState
        kind="missing"
        headingLevel={1}
        title={<Trans>This album isn't here</Trans>}
        actions={<AlbumsLink />}
      >
        <p>
          <Trans>It was deleted, or belongs to another account. Its works are still there.</Trans>
        </p>
      </EmptyState>
    </Page>
  );
}
