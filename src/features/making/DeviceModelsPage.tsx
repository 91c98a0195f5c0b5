import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Switch } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { listDeviceModels, type OfferedModel } from '../../api/contract/device-models.ts';
import { setSetting } from '../../db/settings.ts';
import {
  deviceMemoryBytes,
  type DeviceBuilds,
  type DeviceModel,
} from '../../diffusion/device-model.ts';
import { communityOwner } from '../../domain/community.ts';
import { errorCodeOf } from '../../domain/errors.ts';
import { asLanguage, textIn } from '../../domain/languages.ts';
import { useAsked } from '../../live/useAsked.ts';
import { useOwner } from '../../live/useSession.ts';
import { useSetting } from '../../live/useSetting.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Page, PageHeader, Section } from '../../ui/Page.tsx';
import { showToast } from '../../ui/toast.ts';
import { useOnline } from '../../ui/useOnline.ts';
import { usePageTitle } from '../../ui/usePageTitle.ts';
import { errorWords } from '../../words/errors.ts';
import { formatBytes } from '../../words/intl.ts';
import { HereModel } from './HereModel.tsx';
import { installModel, removeModel } from './installing.ts';
import classes from './Making.module.css';
import { ModelFacts } from './ModelFacts.tsx';
import { OwnFolder } from './OwnFolder.tsx';

/** Issue L, point 3: models that make pictures on this device, and those that it may have. */
export function DeviceModelsPage() {
  const { t, i18n } = useLingui();
  usePageTitle(t({ message: 'Models on this device', comment: 'Page title' }));
  const online = useOnline();
  const owner = useOwner();
  const here = useSetting('deviceModels');
  const knownBuilds = useSetting('deviceBuilds');
  const [attempt, setAttempt] = useState(0);
  const [removing, setRemoving] = useState<DeviceModel | null>(null);
  const hasPlatform = owner !== communityOwner;
  const asked = useAsked(`${attempt} ${String(online)} ${String(hasPlatform)}`, async (signal) =>
    hasPlatform ? (await call(listDeviceModels, { signal })).data : { runtimes: null, models: [] },
  );
  const builds: DeviceBuilds | null =
    (asked.state === 'known' ? asked.value.runtimes : null) ?? knownBuilds ?? null;
  const ids = new Set(here?.map(({ id }) => id));
  const offered =
    asked.state === 'known' ? asked.value.models.filter(({ id }) => !ids.has(id)) : [];
  const nameOf = (model: DeviceModel) => textIn(model.name, asLanguage(i18n.locale));

  async function get(model: OfferedModel): Promise<void> {
    if (!builds) return;
    try {
      await installModel(model, builds);
    } catch (error) {
      showToast({ message: i18n._(errorWords[errorCodeOf(error)].title), tone: 'warn' });
    }
  }

  return (
    <Page width="measure">
      <PageHeader
        title={<Trans comment="Page title">Models on this device</Trans>}
        description={
          <Trans>
            They make pictures right here: without a network, an account or credits, and nobody else
            sees what you write.
          </Trans>
        }
      />
      {!canKeepModels() && (
        <Notice tone="warn" title={<Trans>Models can’t be kept here</Trans>}>
          <Trans>
            Open Kiln by https, in a usual window of a current browser: then it may keep files.
          </Trans>
        </Notice>
      )}
      {here && here.length > 0 && (
        <Section title={<Trans comment="Heading: models that are on this device">Here</Trans>}>
          {!globalThis.crossOriginIsolated && (
            <Notice tone="warn" title={<Trans>Slower than this device could be</Trans>}>
              <Trans>
                This browser gives the app one processor core only. Another browser may give it all
                of them.
              </Trans>
            </Notice>
          )}
          <ul className={classes.list}>
            {here.map((model) => (
              <li key={model.id} className={classes.model}>
                <HereModel model={model} name={nameOf(model)} onRemove={() => setRemoving(model)} />
              </li>
            ))}
          </ul>
          <Unseen />
        </Section>
      )}
      <Section title={<Trans comment="Heading: models that can be fetched">From the studio</Trans>}>
        {asked.state === 'asking' && (
          <p className={classes.soft} role="status">
            <Trans>Looking for models …</Trans>
          </p>
        )}
        {asked.state === 'failed' && (
          <EmptyState
            kind={online ? 'failed' : 'offline'}
            headingLevel={3}
            title={
              online ? (
                i18n._(errorWords[asked.code].title)
              ) : (
                <Trans>Models come with a network</Trans>
              )
            }
            actions={
              online && (
                <Button variant="default" onClick={() => setAttempt((count) => count + 1)}>
                  <Trans>Try again</Trans>
                </Button>
              )
            }
          >
            {online ? (
              i18n._(errorWords[asked.code].advice)
            ) : (
              <Trans>What is here already works without one.</Trans>
            )}
          </EmptyState>
        )}
        {asked.state === 'known' && offered.length === 0 && (
          <p className={classes.soft}>
            {ids.size > 0 && asked.value.models.length > 0 ? (
              <Trans>All that the studio gives is here.</Trans>
            ) : (
              <Trans>
                The studio gives no models to devices. Whoever runs it can allow it under Me →
                Running the studio → Models.
              </Trans>
            )}
          </p>
        )}
        <ul className={classes.list}>
          {offered.map((model) => (
            <li key={model.id} className={classes.model}>
              <Offered
                model={model}
                isReady={builds !== null && canKeepModels()}
                onGet={() => void get(model)}
              />
            </li>
          ))}
        </ul>
        {asked.state === 'known' && offered.length > 0 && builds === null && (
          <Notice tone="warn" title={<Trans>The studio still lacks what runs them</Trans>}>
            <Trans>It is being fetched there, or failed. Look again later.</Trans>
          </Notice>
        )}
      </Section>
      {builds && canKeepModels() && <OwnFolder builds={builds} />}
      <ConfirmDialog
        opened={removing !== null}
        title={removing && t`Remove ${nameOf(removing)} from this device?`}
        confirmLabel={t({ message: 'Remove', comment: 'Button: model files' })}
        onCancel={() => setRemoving(null)}
        onConfirm={() => {
          if (removing) void removeModel(removing.id);
          setRemoving(null);
        }}
      >
        <p>
          <Trans>Its files are deleted here. What you made with it stays.</Trans>
        </p>
      </ConfirmDialog>
    </Page>
  );
}

/** Files and locks are there over a safe connection alone, and not in every private window. */
const canKeepModels = (): boolean =>
  globalThis.isSecureContext && 'locks' in navigator && 'getDirectory' in navigator.storage;

/** A model that this device may have. */
function Offered({
  model,
  isReady,
  onGet,
}: {
  model: OfferedModel;
  isReady: boolean;
  onGet: () => void;
}) {
  const { i18n } = useLingui();
  const language = asLanguage(i18n.locale);
  const name = textIn(model.name, language);
  const bytes = model.files.reduce((sum, file) => sum + file.bytes, 0);
  return (
    <>
      <div className={classes.words}>
        <h3 className={classes.name}>{name}</h3>
        <p className={classes.about}>{textIn(model.about, language)}</p>
        <ModelFacts
          name={name}
          licence={model.licence}
          origin={model.origin}
          facts={[
            <Trans key="bytes" comment="Of a model: size of a download">
              {formatBytes(bytes, i18n.locale)} to fetch
            </Trans>,
          ]}
        />
      </div>
      <SmallMemory files={model.files} />
      {isReady && (
        <div className={classes.buttons}>
          <Button variant="default" onClick={onGet}>
            <Trans comment="Button: fetch a model onto this device; after it its name">
              Get {name}
            </Trans>
          </Button>
        </div>
      )}
    </>
  );
}

/** Gigabytes that the browser tells of, 8 at most; only some tell. */
const toldMemory = (): number | undefined => (navigator as { deviceMemory?: number }).deviceMemory;
/** Others need some of it, too. */
const memoryShare = 0.75;

/** Said before gigabytes are fetched. */
function SmallMemory({ files }: { files: OfferedModel['files'] }) {
  const { i18n } = useLingui();
  const gigabytes = toldMemory();
  const needed = deviceMemoryBytes({ files });
  if (gigabytes === undefined || gigabytes >= 8 || memoryShare * gigabytes * 1e9 >= needed) {
    return null;
  }
  return (
    <Notice tone="warn" title={<Trans>This device may have too little memory for it</Trans>}>
      <Trans comment="A size of memory">
        It needs about {formatBytes(needed, i18n.locale)} while it works.
      </Trans>
    </Notice>
  );
}

/** Whether it goes on while nobody looks. */
function Unseen() {
  const isOn = useSetting('makesUnseen');
  if (isOn === undefined) return null;
  return (
    <>
      <Switch
        label={<Trans comment="Setting: a switch">Go on when Kiln is in the background</Trans>}
        description={
          <Trans>
            Otherwise it waits until you look again: making pictures takes battery and memory.
          </Trans>
        }
        checked={isOn}
        onChange={({ currentTarget }) => void setSetting('makesUnseen', currentTarget.checked)}
      />
      <div className={classes.buttons}>
        <ButtonLink variant="subtle" to="/storage">
          <Trans comment="Link to the page about room on this device">See what takes room</Trans>
        </ButtonLink>
      </div>
    </>
  );
}
