import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { sentenceGap } from '../../../domain/languages.ts';
import { formatNumber } from '../../../words/intl.ts';
import { formPixels } from '../form-values.ts';
import noteClasses from '../RequestNote.module.css';
import type { Workbench } from '../useWorkbench.ts';
import classes from './cost.module.css';
import { portionsOf, smallerResult, type PricedForm } from './savings.ts';
import { makeSmaller, SmallerWords } from './SmallerWords.tsx';

/** Why a request costs several times the model's price, and a smaller one where the form can make it so. */
export function LargeWorkNote({
  bench,
  form,
}: {
  bench: Pick<Workbench, 'setValue' | 'setSize'>;
  form: PricedForm;
}) {
  const { i18n } = useLingui();
  const millions = Math.round(formPixels(form.model, form.values, form.sizes) / 1_000_000);
  const pixels = formatNumber(millions, i18n.locale);
  const times = formatNumber(portionsOf(form), i18n.locale);
  const smaller = smallerResult(form);
  return (
    <p className={noteClasses.note}>
      <Trans comment="{pixels}: a number of megapixels; {times}: a whole number">
        {pixels} megapixels of work cost {times} times as much.
      </Trans>
      {smaller && (
        <>
          {sentenceGap(i18n.locale)}
          <Button
            className={classes.inline}
            variant="subtle"
            size="sm"
            onClick={() => makeSmaller(bench, smaller)}
          >
            <SmallerWords result={smaller} />
          </Button>
        </>
      )}
    </p>
  );
}
