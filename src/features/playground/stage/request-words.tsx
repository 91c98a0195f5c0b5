import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { GenerateIntent } from '../../../domain/intent.ts';
import { downloadShare, uploadShare } from '../../../domain/progress.ts';
import { errorWords } from '../../../words/errors.ts';
import { formatBytes, formatBytesPart } from '../../../words/intl.ts';
import { phaseWords, stageWords } from '../../../words/stages.ts';
import { roughDuration } from '../format.ts';

/** What a request is doing, in one or two words. */
export function RequestTitle({ request, online }: { request: GenerateIntent; online: boolean }) {
  const { i18n } = useLingui();
  const { stage, progress, error } = request;
  if (stage === 'failed' || stage === 'needs-attention')
    return i18n._(errorWords[error?.code ?? 'unknown'].title);
  if (request.cancelRequestedAtMs !== null && stage !== 'cancelled' && stage !== 'done') {
    return <Trans comment="State of a request">Being cancelled</Trans>;
  }
  if (!online && (stage === 'saved' || stage === 'uploading')) {
    return (
      <Trans comment="State of a request: kept on this device, no network">
        Saved on this device
      </Trans>
    );
  }
  if (stage === 'running' && progress) return i18n._(phaseWords[progress.phase]);
  return i18n._(stageWords[stage]);
}

/** One line under it: what happens next, how long it may take. Nothing where nothing is known. */
export function RequestDetail({ request, online }: { request: GenerateIntent; online: boolean }) {
  const { i18n } = useLingui();
  const { stage, progress, error, upload, download } = request;
  if (request.cancelRequestedAtMs !== null) return null;
  if (stage === 'saved' || stage === 'uploading') {
    if (!online) return <Trans>Leaves when you're back online. You can close the app.</Trans>;
    if (error) return i18n._(errorWords[error.code].advice);
    if (stage === 'saved') return <Trans>On its way out.</Trans>;
    if (!upload || uploadShare(upload) === null) return <Trans>Your picture is on its way.</Trans>;
    const part = formatBytesPart(upload.uploadedBytes, upload.totalBytes, i18n.locale);
    const whole = formatBytes(upload.totalBytes, i18n.locale);
    return (
      <Trans comment="How much of a source picture was uploaded: 3.2 of 8.1 MB">
        Your picture is on its way: {part} of {whole}
      </Trans>
    );
  }
  if (stage === 'submitted' || stage === 'running') {
    if (!online)
      return <Trans>It goes on without you. The result comes when you're back online.</Trans>;
    if (!progress) return null;
    if (progress.isPossible === false) return <Trans>Nobody is free for it right now.</Trans>;
    // An engine counts places, the platform who is ahead.
    const place = progress.state === 'Processing' ? 1 : 0;
    const ahead = Math.max(0, progress.queuePosition - place);
    const wait = progress.waitSeconds > 0 ? roughDuration(progress.waitSeconds, i18n.locale) : null;
    if (ahead > 0 && wait) {
      return (
        <Trans>
          <Plural value={ahead} one="# request ahead" other="# requests ahead" />, about {wait}
        </Trans>
      );
    }
    if (ahead > 0) return <Plural value={ahead} one="# request ahead" other="# requests ahead" />;
    return wait ? <Trans>About {wait} left</Trans> : null;
  }
  if (stage === 'bringing-home' && download && downloadShare(download) !== null) {
    const here = formatBytes(download.receivedBytes, i18n.locale);
    const all = formatBytes(download.totalBytes, i18n.locale);
    return (
      <Trans comment="How much of a result is on this device: 3.2 MB of 8 MB">
        {here} of {all} are here
      </Trans>
    );
  }
  return null;
}
