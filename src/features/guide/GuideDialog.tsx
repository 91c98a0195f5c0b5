import { useLingui } from '@lingui/react/macro';
import { setSetting } from '../../db/settings.ts';
import { asLanguage, textIn } from '../../domain/languages.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Guide } from './Guide.tsx';
import { guideWords } from './guide-words.ts';

/** What one meets in Kiln, in nine cards; once it was closed it comes only when it is asked for. */
export function GuideDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { i18n } = useLingui();
  const language = asLanguage(i18n.locale);
  const close = () => {
    // Where nothing can be written it comes again, and nothing is lost.
    setSetting('guideDismissed', true).catch(() => {});
    onClose();
  };
  return (
    <Dialog opened={opened} onClose={close} width={460} title={textIn(guideWords.title, language)}>
      <Guide language={language} onBegin={close} />
    </Dialog>
  );
}
