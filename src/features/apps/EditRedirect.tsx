import { Trans, useLingui } from '@lingui/react/macro';
import { Navigate } from '@tanstack/react-router';
import { modelsForType } from '../../domain/model.ts';
import { useModels } from '../../live/useModels.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Page } from '../../ui/Page.tsx';
import { usePageTitle } from '../../ui/usePageTitle.ts';

/** `/edit` is the playground with the type forced to Img2Img, where something can run that. */
export function EditRedirect() {
  const { t } = useLingui();
  usePageTitle(t({ message: 'Edit a picture', comment: 'Page title' }));
  const models = useModels();
  if (models === undefined) return null;
  if (modelsForType(models ?? [], 'Img2Img').length > 0) {
    return (
      <Navigate
        to="/generate/{-$type}/{-$model}"
        params={{ type: 'Img2Img', model: undefined }}
        replace
      />
    );
  }
  return (
    <Page width="measure">
      <EmptyState
        headingLevel={1}
        title={<Trans>Editing with words needs an engine that is not here</Trans>}
        actions={
          <ButtonLink to="/smart-apps">
            <Trans>See the tools there are</Trans>
          </ButtonLink>
        }
      >
        <p>
          <Trans>
            No model in this studio changes a picture by a prompt. Upscaling and restoring work
            without one.
          </Trans>
        </p>
      </EmptyState>
    </Page>
  );
}
