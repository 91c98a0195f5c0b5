import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import { isBrought, schemaOfApp } from '../../domain/apps.ts';
import type { AppDraft } from '../../domain/app-draft.ts';
import { visibleFields, type InputValues, type ModelSchema } from '../../domain/model.ts';
import { AppCover } from './AppCover.tsx';
import appClasses from './Apps.module.css';
import classes from './Editor.module.css';
import { ValueControl } from './ValueControl.tsx';

/** How the app will look: its card, and the form that people get. What is typed here goes nowhere. */
export function AppPreview({
  draft,
  schema,
  cover,
}: {
  draft: AppDraft;
  schema: ModelSchema | null;
  cover: string | null;
}) {
  const { t } = useLingui();
  const [tried, setTried] = useState<InputValues>({});
  const asked = schema ? visibleFields(schemaOfApp(schema, draft.fields)) : [];
  return (
    <aside
      className={classes.preview}
      aria-label={t({ message: 'Preview', comment: 'Heading: how an app will look' })}
    >
      <AppCover src={cover} />
      <p className={appClasses.name}>
        {draft.name.trim() || t({ message: 'Untitled', comment: 'A shared work' })}
      </p>
      {draft.description.trim() !== '' && (
        <p className={appClasses.about}>{draft.description.trim()}</p>
      )}
      <div className={classes.asked}>
        {asked.length === 0 && (
          <p className={classes.hint}>
            <Trans>Nothing is asked. Whoever uses it only presses Generate.</Trans>
          </p>
        )}
        {asked.map(([name, property]) =>
          isBrought(property) ? (
            <span key={name} className={classes.sourceBox}>
              <IconPhoto size={20} stroke={1.75} aria-hidden />
              {property.title}
            </span>
          ) : (
            <label key={name}>
              <span className={classes.hint}>{property.title}</span>
              <ValueControl
                label={property.title}
                property={property}
                value={tried[name] ?? property.default}
                onChange={(value) => setTried({ ...tried, [name]: value ?? null })}
              />
            </label>
          ),
        )}
        <Button disabled>
          <Trans comment="Button: starts the generation">Generate</Trans>
        </Button>
      </div>
    </aside>
  );
}
