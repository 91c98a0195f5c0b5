import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { readModelFiles } from '../../../workers/model-files/client.ts';
import type { FilesProgress } from '../../../workers/model-files/contract.ts';
import type { DeviceBuilds } from '../../diffusion/device-model.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Section } from '../../ui/Page.tsx';
import { ProgressGlow } from '../../ui/ProgressGlow.tsx';
import { bringFolder } from './installing.ts';
import classes from './Making.module.css';

/** A folder is chosen as a list of its files, each with its way. */
function chosen(list: FileList) {
  const files = [...list].map((file) => {
    const [root = '', ...rest] = file.webkitRelativePath.split('/');
    return { root, name: rest.join('/'), file };
  });
  return { name: files[0]?.root ?? '', files: files.map(({ name, file }) => ({ name, file })) };
}

type Outcome = { kind: 'no-model'; name: string } | { kind: 'no-room' } | { kind: 'failed' };

/** A model that one has already: it is copied onto this device. */
export function OwnFolder({ builds }: { builds: DeviceBuilds }) {
  const { t } = useLingui();
  const picker = useRef<HTMLInputElement>(null);
  const [copying, setCopying] = useState<{
    stop: AbortController;
    progress: FilesProgress;
    bytes: number;
  } | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);

  async function take(list: FileList): Promise<void> {
    const { name, files } = chosen(list);
    setOutcome(null);
    const model = await readModelFiles(name, files);
    if (typeof model === 'string') {
      console.warn(model);
      setOutcome({ kind: 'no-model', name });
      return;
    }
    const stop = new AbortController();
    const bytes = files.reduce((sum, { file }) => sum + file.size, 0);
    const show = (progress: FilesProgress) => setCopying({ stop, progress, bytes });
    show({ receivedBytes: 0, isChecking: false });
    try {
      const problem = await bringFolder(model, files, builds, {
        signal: stop.signal,
        onProgress: show,
      });
      if (problem) setOutcome({ kind: problem === 'storage-full' ? 'no-room' : 'failed' });
    } catch {
      if (!stop.signal.aborted) setOutcome({ kind: 'failed' });
    } finally {
      setCopying(null);
    }
  }

  return (
    <Section title={<Trans comment="Heading">A model of your own</Trans>}>
      <div className={classes.own}>
        <p className={classes.soft}>
          <Trans>
            A folder with a Stable Diffusion model as ONNX, as diffusers’ exporters write it. Its
            files are copied onto this device and sent nowhere.
          </Trans>
        </p>
        {copying ? (
          <>
            <div className={classes.progress}>
              <ProgressGlow
                label={t`Being copied`}
                value={copying.progress.receivedBytes / Math.max(1, copying.bytes)}
              />
            </div>
            <Button variant="default" onClick={() => copying.stop.abort()}>
              <Trans>Cancel</Trans>
            </Button>
          </>
        ) : (
          <Button variant="default" onClick={() => picker.current?.click()}>
            <Trans comment="Button: with a model in it">Choose a folder</Trans>
          </Button>
        )}
        <input
          ref={(input) => {
            picker.current = input;
            // React knows no such attribute; without it single files would be chosen.
            input?.setAttribute('webkitdirectory', '');
          }}
          type="file"
          multiple
          hidden
          aria-label={t`Folder with a model`}
          onChange={({ currentTarget }) => {
            const { files } = currentTarget;
            if (files && files.length > 0) void take(files);
            currentTarget.value = '';
          }}
        />
        {outcome?.kind === 'no-model' && (
          <Notice
            tone="warn"
            announce
            title={
              <Trans comment="After it the name of a folder">
                No model for Kiln: {outcome.name}
              </Trans>
            }
          >
            <Trans>
              It has to hold model_index.json, a tokenizer, and text_encoder, unet and vae_decoder
              as ONNX.
            </Trans>
          </Notice>
        )}
        {outcome?.kind === 'no-room' && (
          <Notice tone="warn" announce title={<Trans>This device has too little room</Trans>}>
            <Trans>Make room, then choose the folder again.</Trans>
          </Notice>
        )}
        {outcome?.kind === 'failed' && (
          <Notice tone="warn" announce title={<Trans>That could not be copied</Trans>}>
            <Trans>Choose the folder again.</Trans>
          </Notice>
        )}
      </div>
    </Section>
  );
}
