import { createFileRoute } from '@tanstack/react-router';
import { Suspense } from 'react';
import { readVideoSearch, type VideoSearch } from '../features/video/arrangement.ts';
import { VideoPage, type ChooseWork } from '../features/video/VideoPage.tsx';
import { useWorkCommands } from '../features/work/useWorkCommands.tsx';
import { lazyWithWords } from '../words/lazy-words.ts';

const RecordsDialog = lazyWithWords(
  async () => (await import('../features/playground/records/RecordsDialog.tsx')).RecordsDialog,
);

const ChooseWorkDialog: ChooseWork = (props) => (
  <Suspense fallback={null}>
    <RecordsDialog {...props} />
  </Suspense>
);

/** What may be given, as whatever it comes. */
type Named<Search> = { [Name in keyof Search]?: unknown };

export const Route = createFileRoute('/video')({
  // The page reads what the words mean: here that would come before anything is seen.
  validateSearch: (given: Record<string, unknown>): Named<VideoSearch> => given,
  component: Video,
});

function Video() {
  const navigate = Route.useNavigate();
  const commands = useWorkCommands();
  return (
    <VideoPage
      search={readVideoSearch(Route.useSearch())}
      onSearch={(search) => void navigate({ search, replace: true, resetScroll: false })}
      ChooseWork={ChooseWorkDialog}
      onDownload={async (work) => commands.download([work])}
    />
  );
}
