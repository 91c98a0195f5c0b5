import type { LanguageAbilities } from '../../../domain/language-abilities.ts';
import type { ModelPlace } from '../../../domain/model.ts';
import { useSetting } from '../../../live/useSetting.ts';
import type { Workbench } from '../useWorkbench.ts';
import { useLanguageAbilities } from './useLanguageAbilities.ts';

/** Who puts a picture into words. */
export interface Describer {
  place: ModelPlace;
  /** False: nobody looks at it, only what can be measured is told. */
  sees: boolean;
  /** Volunteers, of whom nobody knows who they are, see it. */
  isPublic: boolean;
}

/** What is known of who helps. */
interface Helpers {
  hasPlatform: boolean;
  platform: LanguageAbilities | null;
  /** Volunteers' models are in use. */
  isTheirs: boolean;
  volunteers: LanguageAbilities | null;
}

/** The platform where it sees, else the volunteers where their models are in use; null where nobody helps. */
function describerOf({ hasPlatform, platform, isTheirs, volunteers }: Helpers): Describer | null {
  const { describe, describes_in_public: isPublic = false } = platform ?? {};
  const sees = describe === 'model';
  const theyMay = hasPlatform
    ? !sees && volunteers?.describe === 'model'
    : volunteers?.describe !== 'rules';
  if (isTheirs && theyMay) return { place: 'horde', sees: true, isPublic: true };
  return hasPlatform ? { place: 'platform', sees, isPublic } : null;
}

/**
 * @param platform who helps with words there, as far as is known
 * @param isAsked whether there is a network to ask volunteers over; else what was said last stands
 */
export function useDescriber(
  { model }: Workbench,
  platform: LanguageAbilities | null,
  isAsked: boolean,
): Describer | null {
  const hasPlatform = useSetting('community') === null;
  const isTheirs = model.place === 'horde';
  const volunteers = useLanguageAbilities(isTheirs && isAsked, 'horde');
  return describerOf({ hasPlatform, platform, isTheirs, volunteers });
}
