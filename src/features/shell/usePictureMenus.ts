import { useEffect } from 'react';
import { useSetting } from '../../live/useSetting.ts';

/**
 * Spec 2, section 2: a right click on a picture opens no menu of the browser's, where the deployment wants that. Kiln's
 * own menus and Download stay, by key and by long press too.
 */
export function usePictureMenus(): void {
  const blocks = useSetting('blocksRightClick') ?? false;
  useEffect(() => {
    if (!blocks) return;
    const onMenu = (event: MouseEvent) => {
      if (event.target instanceof Element && event.target.closest('img, video, canvas')) {
        event.preventDefault();
      }
    };
    document.addEventListener('contextmenu', onMenu);
    return () => document.removeEventListener('contextmenu', onMenu);
  }, [blocks]);
}
