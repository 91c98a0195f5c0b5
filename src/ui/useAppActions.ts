import { createContext, use } from 'react';

/**
 * What one feature may ask of another without knowing it; the root route provides it. Each is safe to call
 * at any time.
 */
export interface AppActions {
  /**
   * Opens sign-in; resolves true once someone is signed in, false when it was closed.
   * @param why what it is good for right now, and what is safe meanwhile; said above the fields
   */
  requestSignIn: (why?: string) => Promise<boolean>;
  /**
   * Asks whoever has not agreed yet whether volunteers' computers may see what they ask for.
   * @param place where the volunteers are asked from
   * @returns false when it may not leave
   */
  requestVolunteers: (place: 'platform' | 'horde' | 'device') => Promise<boolean>;
  /** Shows what one meets here, in nine cards. */
  openGuide: () => void;
  /** Shows the queue. */
  openQueue: () => void;
  /** Asks into which albums works are to go. @param ids of works */
  addToAlbum: (ids: readonly string[]) => void;
  /** Something was written that should leave the device soon. */
  wakeQueue: () => void;
  /** Asks the platform at once what other devices did. */
  refreshWorks: () => void;
  /**
   * Asks the platform at once what there is to make things with.
   * @returns when no page takes what was known before for the answer any more
   */
  refreshModels: () => Promise<void>;
}

export const AppActionsContext = createContext<AppActions | null>(null);

export function useAppActions(): AppActions {
  const actions = use(AppActionsContext);
  if (!actions) throw new Error('AppActionsContext is missing above this component');
  return actions;
}
