import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core';

// Also read by src/first-paint.ts, before the database can answer.
const mirrorKey = 'kiln-color-scheme';

function isColorScheme(value: unknown): value is MantineColorScheme {
  return value === 'auto' || value === 'dark' || value === 'light';
}

/** Paints the browser's own bars like the page. */
function paintBars() {
  const light = document.documentElement.getAttribute('data-mantine-color-scheme') === 'light';
  const colour = light ? '#f6f1e8' : '#15100c';
  document.documentElement.style.removeProperty('background-color');
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', colour);
}

/**
 * Keeps the choice in two places: `save` writes the device's database, which is the truth; a mirror in
 * localStorage answers synchronously for the first paint and tells other tabs.
 */
export function createColorSchemeManager(
  save: (scheme: MantineColorScheme) => void,
): MantineColorSchemeManager {
  let onStorage: ((event: StorageEvent) => void) | null = null;
  let observer: MutationObserver | null = null;
  return {
    get: (fallback) => {
      try {
        const stored = localStorage.getItem(mirrorKey);
        return isColorScheme(stored) ? stored : fallback;
      } catch {
        return fallback;
      }
    },
    set: (scheme) => {
      try {
        localStorage.setItem(mirrorKey, scheme);
      } catch {
        // The database still has it; only the next first paint may flash.
      }
      save(scheme);
    },
    subscribe: (onUpdate) => {
      onStorage = (event) => {
        if (event.key === mirrorKey && isColorScheme(event.newValue)) onUpdate(event.newValue);
      };
      window.addEventListener('storage', onStorage);
      // Mantine sets the attribute itself, also when the system's scheme changes under "auto".
      observer = new MutationObserver(paintBars);
      observer.observe(document.documentElement, {
        attributeFilter: ['data-mantine-color-scheme'],
      });
    },
    unsubscribe: () => {
      if (onStorage) window.removeEventListener('storage', onStorage);
      observer?.disconnect();
    },
    clear: () => localStorage.removeItem(mirrorKey),
  };
}
