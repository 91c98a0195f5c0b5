import { memo } from 'react';
import { acceptedTypes } from '../../domain/source-limits.ts';
import { FilmField } from './FilmField.tsx';
import type { FormField } from './form-plan.ts';
import { isSamePart } from './is-same-but-for-prompt.ts';
import { SourceField } from './SourceField.tsx';
import type { Workbench } from './useWorkbench.ts';
import { ZipField } from './ZipField.tsx';

/** What a request starts from: a picture, or a film or a zip where the model takes nothing else. */
export const AnySourceField = memo(FittingSourceField, isSamePart);

function FittingSourceField(props: { bench: Workbench; field: FormField; first: boolean }) {
  const { model } = props.bench;
  const types = acceptedTypes(model?.accept_types ?? []);
  const takesFilms = types.every((type) => type.startsWith('video/'));
  if (types.every((type) => type === 'application/zip')) return <ZipField {...props} />;
  return takesFilms ? <FilmField {...props} /> : <SourceField {...props} />;
}
