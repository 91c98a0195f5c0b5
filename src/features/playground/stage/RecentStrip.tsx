import { useLingui } from '@lingui/react/macro';
import type { IntentId } from '../../../domain/ids.ts';
import { isOpenStage, type GenerateIntent } from '../../../domain/intent.ts';
import { ProgressGlow } from '../../../ui/ProgressGlow.tsx';
import { Shelf, ShelfItem } from '../../../ui/Shelf.tsx';
import { useObjectUrl } from '../../../ui/useObjectUrl.ts';
import { stageIcons, stageWords } from '../../../words/stages.ts';
import { useThumbnail } from '../live-data.ts';
import classes from './RecentStrip.module.css';

/** The last requests of this tool; choosing one puts it on the stage. */
export function RecentStrip({
  requests,
  shown,
  onShow,
}: {
  requests: readonly GenerateIntent[];
  shown: IntentId;
  onShow: (id: IntentId) => void;
}) {
  const { t } = useLingui();
  return (
    <Shelf label={t`Latest requests with this tool`} itemWidth="4.5rem">
      {requests.map((request) => (
        <ShelfItem key={request.id}>
          <Tile
            request={request}
            pressed={request.id === shown}
            onShow={() => onShow(request.id)}
          />
        </ShelfItem>
      ))}
    </Shelf>
  );
}

function Tile({
  request,
  pressed,
  onShow,
}: {
  request: GenerateIntent;
  pressed: boolean;
  onShow: () => void;
}) {
  const { i18n } = useLingui();
  const thumbnail = useThumbnail(request.stage === 'done' ? (request.workIds[0] ?? null) : null);
  const url = useObjectUrl(thumbnail?.blob);
  const Icon = stageIcons[request.stage];
  const words = i18n._(stageWords[request.stage]);
  const prompt = request.payload.input['prompt'];
  const subject =
    typeof prompt === 'string' && prompt
      ? prompt
      : request.payload.modelLabel[i18n.locale === 'cn' ? 'cn' : 'en'];
  const open = isOpenStage(request.stage);
  return (
    <button
      type="button"
      className={classes.tile}
      aria-pressed={pressed}
      aria-label={`${words}: ${subject}`}
      title={`${words}: ${subject}`}
      onClick={onShow}
    >
      {url ? (
        <img className={classes.picture} src={url} alt="" />
      ) : (
        <Icon
          size={22}
          stroke={1.5}
          aria-hidden
          className={classes.icon}
          data-stage={request.stage}
        />
      )}
      {open && request.progress && (
        <ProgressGlow shape="fill" label={words} value={request.progress.percent / 100} />
      )}
    </button>
  );
}
