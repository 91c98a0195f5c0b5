import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconGridDots } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { makesSound } from '../../../domain/generator-types.ts';
import { useEver } from '../../../ui/useEver.ts';
import { lazyWithWords } from '../../../words/lazy-words.ts';
import { SettingsPart } from '../parameters/SettingsPart.tsx';
import type { Workbench } from '../useWorkbench.ts';
import { comparedFields, fieldOf } from './compare-plan.ts';

const CompareEditor = lazyWithWords(() =>
  import('./CompareEditor.tsx').then((module) => module.CompareEditor),
);

/** Whether a form has anything that several pictures could differ in, and makes what can stand side by side. */
function canCompare({ plan, type, models }: Workbench): boolean {
  if (!plan || makesSound(type) || type === 'Train') return false;
  return (
    plan.prompt !== null ||
    models.length > 1 ||
    comparedFields.some((setting) => fieldOf(plan, setting) !== null)
  );
}

/** Opens compare mode for a form. */
export function CompareButton({ bench, quiet = false }: { bench: Workbench; quiet?: boolean }) {
  const [opened, setOpened] = useState(false);
  const everOpened = useEver(opened);
  if (!canCompare(bench)) return null;
  return (
    <>
      <Button
        variant={quiet ? 'subtle' : 'default'}
        size={quiet ? 'sm' : 'md'}
        fullWidth={!quiet}
        aria-haspopup="dialog"
        leftSection={<IconGridDots size={18} stroke={1.75} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {quiet ? (
          <Trans comment="Button: opens compare mode for the alternatives in a prompt">
            Compare them
          </Trans>
        ) : (
          <Trans comment="Button: opens compare mode (X/Y plot): one picture for each combination of settings">
            Compare settings
          </Trans>
        )}
      </Button>
      <SettingsPart
        opened={opened}
        onClose={() => setOpened(false)}
        title={<Trans comment="Heading of compare mode (X/Y plot)">Compare</Trans>}
        width={760}
      >
        {everOpened && (
          <Suspense fallback={null}>
            <CompareEditor bench={bench} onOpen={setOpened} />
          </Suspense>
        )}
      </SettingsPart>
    </>
  );
}
