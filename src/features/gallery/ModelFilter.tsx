import { useLingui } from '@lingui/react/macro';
import { NativeSelect } from '@mantine/core';
import type { GeneratorType } from '../../domain/generator-types.ts';
import { asLanguage } from '../../domain/languages.ts';
import { modelsForType, modelTexts } from '../../domain/model.ts';
import { isOffered } from '../../domain/model-choice.ts';
import { useModels } from '../../live/useModels.ts';

/** Of works those that one model made: of a tool's models, or of all there are. */
export function ModelFilter({
  className,
  tool,
  value,
  onChange,
}: {
  className: string | undefined;
  tool: GeneratorType | null;
  value: string | null;
  onChange: (model: string | null) => void;
}) {
  const { t, i18n } = useLingui();
  const models = useModels() ?? [];
  const offered = (tool === null ? models : modelsForType(models, tool)).filter(isOffered);
  const labelOf = (model: (typeof offered)[number]) =>
    modelTexts(model, asLanguage(i18n.locale)).label;
  const isKnown = value === null || offered.some(({ model }) => model === value);
  return (
    <NativeSelect
      className={className}
      aria-label={t({ message: 'Model', comment: 'Field' })}
      value={value ?? ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value || null)}
      data={[
        { value: '', label: t({ message: 'All models', comment: 'Filter: nothing left out' }) },
        // One that an address names, and that is not there any more.
        ...(isKnown ? [] : [{ value, label: value }]),
        ...offered.map((model) => ({ value: model.model, label: labelOf(model) })),
      ]}
    />
  );
}
