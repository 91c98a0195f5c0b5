import { Skeleton } from '@mantine/core';
import { memo, Suspense } from 'react';
import { acceptedTypes } from '../../domain/source-limits.ts';
import { FilmField } from './FilmField.tsx';
import type { FormField } from './form-plan.ts';
import { isSamePart } from './is-same-but-for-prompt.ts';
import { SourceField } from './SourceField.tsx';
import type { Workbench } from './useWorkbench.ts';
import { lazyWithWords } from '../../words/lazy-words.ts';
import { ZipField } from './ZipField.tsx';

const SourcesField = lazyWithWords(() =>
  import('./sources/SourcesField.tsx').then((module) => module.SourcesField),
);

const FixedSource = lazyWithWords(() =>
  import('./sources/FixedSource.tsx').then((module) => module.FixedSource),
);

/** What a request starts from: a picture, or a film or a zip where the model takes nothing else. */
export const AnySourceField = memo(FittingSourceField, isSamePart);

function FittingSourceField(props: { bench: Workbench; field: FormField; first: boolean }) {
  const { model } = props.bench;
  if (props.field.property['x-readOnly']) {
    return (
      <Suspense fallback={null}>
        <FixedSource field={props.field} />
      </Suspense>
    );
  }
  const types = acceptedTypes(model?.accept_types ?? []);
  const isPictures = types.some((type) => type.startsWith('image/'));
  if (props.field.property.type === 'array' && isPictures) {
    return (
      <Suspense fallback={<Skeleton height="15rem" />}>
        <SourcesField {...props} />
      </Suspense>
    );
  }
  const takesFilms = types.every((type) => type.startsWith('video/'));
  if (types.every((type) => type === 'application/zip')) return <ZipField {...props} />;
  return takesFilms ? <FilmField {...props} /> : <SourceField {...props} />;
}
