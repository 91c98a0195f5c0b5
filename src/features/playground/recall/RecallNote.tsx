import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { useSetAtom } from '../../../ui/atoms.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { formatAll } from '../../../words/intl.ts';
import { parameterWord } from '../../../words/parameters.ts';
import { chooseModel } from '../../../domain/model-choice.ts';
import type { Workbench } from '../useWorkbench.ts';
import { recalledAtom, type Recalled } from './recalled.ts';
import { leftOut, type LeftOut } from './wanted-settings.ts';

/** So long what was in the form can be brought back. */
const undoMs = 30_000;
/** Of a value that a form does not take. */
const shownMax = 60;

/** That settings came into the form, what of them could not, and how to have the form as it was. */
export function RecallNote({
  bench,
  recalled,
  onModel,
}: {
  bench: Workbench;
  recalled: Recalled;
  onModel: (model: string) => void;
}) {
  const { t, i18n } = useLingui();
  const setRecalled = useSetAtom(recalledAtom);
  const [isHeld, setIsHeld] = useState(false);
  const [isOld, setIsOld] = useState<Recalled | null>(null);
  const [found, setFound] = useState<{ of: Recalled; left: LeftOut[] } | null>(null);
  const { plan, values, problems, model } = bench;
  const isSettled =
    model.model === recalled.model || bench.models.every((other) => other.model !== recalled.model);
  // Once: what the person changes afterwards is no longer what was taken over.
  if (plan && isSettled && found?.of !== recalled) {
    setFound({ of: recalled, left: leftOut(recalled.settings, { plan, values, problems }) });
  }
  const left = found?.of === recalled ? found.left : [];
  const isUndoOver = isOld === recalled;
  const close = () => setRecalled(null);
  const end = useEffectEvent(() => {
    if (left.length === 0) close();
    else setIsOld(recalled);
  });
  useEffect(() => {
    if (isHeld || isUndoOver) return;
    const timer = setTimeout(() => end(), undoMs);
    return () => clearTimeout(timer);
  }, [isHeld, isUndoOver, recalled]);

  async function undo() {
    const { before } = recalled;
    close();
    bench.takeDraft(before);
    await bench.flush();
    const next = chooseModel(bench.models, bench.type, undefined, before.model);
    if (next && next.model !== model.model) onModel(next.model);
  }

  const nameOf = (name: string) => {
    const words = parameterWord(name);
    const field = plan?.fields.find((candidate) => candidate.name === name);
    return field?.property.title ?? (words ? i18n._(words) : name);
  };
  const missing = left.map(({ name: key, shown }) => {
    const [name, value] = [nameOf(key), cut(shown)];
    return t({
      message: `${name} “${value}”`,
      comment: 'A setting and its value, in a list of those that a form did not take over',
    });
  });
  const list = formatAll(missing, i18n.locale);

  return (
    <Notice
      announce
      tone={left.length > 0 ? 'warn' : 'success'}
      title={titles[recalled.origin](recalled)}
      actions={
        <>
          {!isUndoOver && (
            <Button
              variant="default"
              size="sm"
              onFocus={() => setIsHeld(true)}
              onBlur={() => setIsHeld(false)}
              onClick={() => void undo()}
            >
              <Trans comment="Button: bring back what was just removed">Undo</Trans>
            </Button>
          )}
          {left.length > 0 && (
            <Button variant="subtle" size="sm" onClick={close}>
              <Trans comment="Button: closes a note">Close</Trans>
            </Button>
          )}
        </>
      }
    >
      {left.length > 0 && <Trans>This form can't take over: {list}.</Trans>}
    </Notice>
  );
}

const titles: Readonly<Record<Recalled['origin'], (recalled: Recalled) => ReactNode>> = {
  link: () => <Trans>The form is filled in from the link</Trans>,
  share: () => <Trans>The words from the other app are in the form</Trans>,
  picture: ({ part }) =>
    part === 'prompt' ? (
      <Trans>The picture's prompt is in the form</Trans>
    ) : (
      <Trans>The picture's settings are in the form</Trans>
    ),
  work: ({ part }) => {
    switch (part) {
      case 'all':
        return <Trans>The form is as it was for that work, with its seed</Trans>;
      case 'remix':
        return <Trans>The form is as it was for that work, with a new seed</Trans>;
      case 'prompt':
        return <Trans>The work's prompt is in the form</Trans>;
      case 'seed':
        return <Trans>The work's seed is in the form</Trans>;
      case 'size':
        return <Trans>The work's size is in the form</Trans>;
    }
  },
};

function cut(text: string): string {
  const letters = [...text];
  return letters.length <= shownMax ? text : `${letters.slice(0, shownMax).join('')}…`;
}
