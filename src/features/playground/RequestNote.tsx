import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { Fragment, memo, Suspense, useState, type ReactNode } from 'react';
import type { UserKey } from '../../domain/ids.ts';
import type { GenerateIntent } from '../../domain/intent.ts';
import { sentenceGap } from '../../domain/languages.ts';
import { upfrontReason, type UpfrontReason } from '../../domain/upfront.ts';
import { useEver } from '../../ui/useEver.ts';
import { useAppActions } from '../../ui/useAppActions.ts';
import classes from './RequestNote.module.css';
import { LargeWorkNote } from './cost/LargeWorkNote.tsx';
import { portionsOf } from './cost/savings.ts';
import { TooFewCredits } from './cost/TooFewCredits.tsx';
import { strangeLoras } from './form-values.ts';
import { isSamePart } from './is-same-but-for-prompt.ts';
import type { WordTrouble } from './own-words/finish-words.ts';
import type { GenerateFailure } from './useGenerate.ts';
import type { Workbench } from './useWorkbench.ts';
import { useBalance } from '../../live/useBalance.ts';
import { useHeldCredits } from '../../live/useHeldCredits.ts';
import { useSession } from '../../live/useSession.ts';
import { countUnderWay, type UnderWay } from '../../requests/under-way.ts';
import { useSurroundings } from '../../requests/useSurroundings.ts';
import { lazyWithWords } from '../../words/lazy-words.ts';
import { formatAll } from '../../words/intl.ts';
import { useAsOf } from '../../words/useAsOf.ts';

const WildcardsDialog = lazyWithWords(() =>
  import('./own-words/WildcardsDialog.tsx').then((module) => module.WildcardsDialog),
);

const PlaceWords = lazyWithWords(() =>
  import('./kudos/PlaceWords.tsx').then((module) => module.PlaceWords),
);

/** One quiet line about the request as it stands: the most urgent first. */
export function RequestNote({
  bench,
  requests,
  failure,
  waits,
  kudos: ofAll,
  onModel,
}: {
  bench: Pick<
    Workbench,
    | 'owner'
    | 'schema'
    | 'plan'
    | 'draft'
    | 'values'
    | 'sizes'
    | 'model'
    | 'models'
    | 'setValue'
    | 'setSize'
  > & { cost: number };
  requests: readonly GenerateIntent[];
  failure: GenerateFailure | null;
  /** Generate was pressed while a file was being made ready. */
  waits: boolean;
  /** In place of what this form alone takes: of many requests at once; null where none goes to the AI Horde. */
  kudos?: ReactNode;
  onModel: (model: string) => void;
}) {
  const { i18n } = useLingui();
  const { schema, values, cost } = bench;
  const surroundings = useSurroundings();
  const session = useSession();
  const balance = useBalance();
  const { openQueue } = useAppActions();
  const asOf = useAsOf(balance, surroundings?.online ?? true);
  const held = useHeldCredits(session?.userKey ?? null);

  if (failure !== null && typeof failure === 'object') {
    return <WordNote trouble={failure} owner={bench.owner} />;
  }
  if (failure !== null) {
    return (
      <p className={classes.note} data-tone="danger" role="alert">
        {failure === 'storage-full' ? (
          <Trans>
            This device has no room left, so nothing was sent. Free some space and try again.
          </Trans>
        ) : failure === 'source-missing' ? (
          <Trans>The source file is missing. Choose it again.</Trans>
        ) : (
          <Trans>That couldn't be saved. Your words are still here; try again.</Trans>
        )}
      </p>
    );
  }
  if (waits) {
    return (
      <p className={classes.note} role="status">
        <Trans>The file is being made ready. Then it goes into the kiln.</Trans>
      </p>
    );
  }
  const strange = strangeLoras(bench);
  if (strange.length > 0) {
    const names = formatAll(strange, i18n.locale);
    return (
      <p className={classes.note} data-tone="warn">
        <Plural
          value={strange.length}
          one={`The LoRA ${names} isn't offered by this model and stays out.`}
          other={`The LoRAs ${names} aren't offered by this model and stay out.`}
        />
      </p>
    );
  }
  const left = session && balance ? Math.max(0, balance.value.balance - held) : null;
  if (session && balance && left !== null && left < cost) {
    return (
      <TooFewCredits
        bench={bench}
        left={left}
        balance={balance}
        userKey={session.userKey}
        online={surroundings?.online ?? true}
        onModel={onModel}
      />
    );
  }
  // What this device asks the AI Horde for, it can ask for the price of; what it makes itself takes its time.
  const isAlone = ofAll === undefined;
  const kudos = isAlone
    ? bench.model.place !== 'platform' && (
        <Suspense fallback={null}>
          <PlaceWords form={bench} />
        </Suspense>
      )
    : ofAll;
  const upfront = isAlone && schema && upfrontReason(schema, values);
  if (upfront) {
    return (
      <p className={classes.note} data-tone="warn">
        <UpfrontWords reason={upfront} />
        {kudos && sentenceGap(i18n.locale)}
        {kudos}
      </p>
    );
  }
  const { plan, model, sizes } = bench;
  const form = plan && { plan, model, values, sizes };
  if (form && cost > 0 && portionsOf(form) > 1) return <LargeWorkNote bench={bench} form={form} />;
  if (!surroundings) return null;
  const underWay = countUnderWay(requests, surroundings);
  if (Object.values(underWay).some((count) => count > 0)) {
    return (
      <p className={classes.note}>
        <Button className={classes.inline} variant="subtle" size="sm" onClick={openQueue}>
          <UnderWayWords {...underWay} />
        </Button>
        {kudos && sentenceGap(i18n.locale)}
        {kudos}
      </p>
    );
  }
  if (!surroundings.online && bench.model.place !== 'device') {
    return (
      <p className={classes.note}>
        <Trans>Offline. What you make is kept and leaves later.</Trans>
        {asOf !== null && cost > 0 && (
          <>
            {sentenceGap(i18n.locale)}
            <Trans comment="{asOf} like 14:05; the cost of a request, while nobody can be asked anew">
              The cost is as of {asOf}.
            </Trans>
          </>
        )}
      </p>
    );
  }
  return kudos && <p className={classes.note}>{kudos}</p>;
}

/** Why words of the person's own can't be sent, and the way to what is missing. */
function WordNote({ trouble, owner }: { trouble: WordTrouble; owner: UserKey }) {
  const { i18n } = useLingui();
  const [opened, setOpened] = useState(false);
  const everOpened = useEver(opened);
  if ('most' in trouble) {
    const { most } = trouble;
    return (
      <p className={classes.note} data-tone="danger" role="alert">
        <Trans>With your style and lists the prompt has more than {most} characters.</Trans>
      </p>
    );
  }
  const [first] = trouble.unknownLists;
  const names = formatAll(
    trouble.unknownLists.map((name) => `__${name}__`),
    i18n.locale,
  );
  return (
    <>
      <p className={classes.note} data-tone="danger" role="alert">
        <Trans>You have no list for {names}.</Trans>{' '}
        <Button
          className={classes.inline}
          variant="subtle"
          size="sm"
          aria-haspopup="dialog"
          onClick={() => setOpened(true)}
        >
          <Trans comment="Button: write or import a list of words that a prompt asks for">
            Make it
          </Trans>
        </Button>
      </p>
      {everOpened && first !== undefined && (
        <Suspense fallback={null}>
          <WildcardsDialog
            owner={owner}
            opened={opened}
            wanted={first}
            onClose={() => setOpened(false)}
          />
        </Suspense>
      )}
    </>
  );
}

/** What of a request asks for kudos of the AI Horde, and what would not. */
function UpfrontWords({ reason }: { reason: UpfrontReason }) {
  switch (reason.what) {
    case 'sampler':
      return <Trans>This sampler asks for kudos in advance with this model.</Trans>;
    case 'steps':
      return (
        <Plural
          value={reason.most}
          one="More than # step with this sampler asks for kudos in advance."
          other="More than # steps with this sampler ask for kudos in advance."
        />
      );
    case 'size': {
      const side = Math.round(Math.sqrt(reason.pixels));
      return (
        <Trans>
          More pixels than {side} × {side} ask for kudos in advance.
        </Trans>
      );
    }
  }
}

/** With a form whose prompt is being written: nothing of it is about the words. */
export const SteadyNote = memo(
  RequestNote as (props: Parameters<typeof RequestNote>[0] & { bench: Workbench }) => ReactNode,
  isSamePart,
);

/** How many requests are in which kind of waiting, in the words of the queue. */
function UnderWayWords({ moving, away, unsent, paused, signedOut }: UnderWay) {
  const parts = [
    moving > 0 && <Plural key="moving" value={moving} one="# on its way" other="# on their way" />,
    away > 0 && (
      <Plural key="away" value={away} one="# goes on without you" other="# go on without you" />
    ),
    unsent > 0 && (
      <Plural
        key="unsent"
        value={unsent}
        one="# waits for a network"
        other="# wait for a network"
      />
    ),
    signedOut > 0 && (
      <Plural
        key="signed-out"
        value={signedOut}
        one="# waits for your sign-in"
        other="# wait for your sign-in"
      />
    ),
    paused > 0 && <Plural key="paused" value={paused} one="# paused" other="# paused" />,
  ].filter((part) => part !== false);
  return parts.map((part, index) => (
    <Fragment key={part.key}>
      {index > 0 && ' · '}
      {part}
    </Fragment>
  ));
}
