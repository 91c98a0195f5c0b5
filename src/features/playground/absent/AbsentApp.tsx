import { Trans, useLingui } from '@lingui/react/macro';
import { modelsForType, type ModelItem } from '../../../domain/model.ts';
import { isOffered } from '../../../domain/model-choice.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { useOnline } from '../../../ui/useOnline.ts';
import { FormLoading } from '../FormLoading.tsx';
import { modelTexts } from '../model-texts.ts';
import { useAskedApp } from './useAskedApp.ts';
import classes from './AbsentApp.module.css';

/**
 * An address that names an app which isn't among the models: it may be somebody's, who gave their link. When nobody
 * knows it, it says so, and which ones there are.
 */
export function AbsentApp({ id, models }: { id: string; models: readonly ModelItem[] }) {
  const { t, i18n } = useLingui();
  const online = useOnline();
  const isAsking = useAskedApp(id, online);
  const apps = modelsForType(models, 'Apps').filter(isOffered);
  if (isAsking) return <FormLoading />;
  return (
    <EmptyState
      kind={online ? 'missing' : 'offline'}
      title={<Trans comment="An app is a ready-made template">This app isn't here</Trans>}
      actions={
        <ButtonLink to="/smart-apps" variant="default">
          <Trans>See the tools there are</Trans>
        </ButtonLink>
      }
    >
      <p>
        {online ? (
          <Trans>It may have been taken back, or the link has lost a part of itself.</Trans>
        ) : (
          <Trans>It isn't among those of your last visit: with a network it may be there.</Trans>
        )}
      </p>
      {apps.length > 0 && (
        <ul
          className={classes.apps}
          aria-label={t({
            message: 'Apps there are',
            comment: 'Name of a list; an app is a ready-made template',
          })}
        >
          {apps.map((app) => (
            <li key={app.model}>
              <ButtonLink
                fullWidth
                variant="default"
                to="/generate/{-$type}/{-$model}"
                params={{ type: 'Apps', model: app.model }}
              >
                {modelTexts(app, i18n.locale).label}
              </ButtonLink>
            </li>
          ))}
        </ul>
      )}
    </EmptyState>
  );
}
