import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { formatBytes } from '../../words/intl.ts';
import classes from './StorageLine.module.css';

interface StorageState {
  usedBytes: number;
  quotaBytes: number;
  /** Null where the browser cannot promise. */
  persisted: boolean | null;
}

async function readStorage(): Promise<StorageState | null> {
  // Absent on insecure origins and in some private windows.
  if (!('storage' in navigator) || !('estimate' in navigator.storage)) return null;
  const { usage, quota } = await navigator.storage.estimate();
  if (usage === undefined || !quota) return null;
  const persisted = 'persisted' in navigator.storage ? await navigator.storage.persisted() : null;
  return { usedBytes: usage, quotaBytes: quota, persisted };
}

/** How much room the works take on this device, and whether the browser may clear them away. */
export function StorageLine() {
  const { i18n } = useLingui();
  const [storage, setStorage] = useState<StorageState | null>(null);
  const [refused, setRefused] = useState(false);

  useEffect(() => {
    let current = true;
    async function read() {
      // A browser that can't tell shows nothing.
      const next = await readStorage().catch(() => null);
      if (current) setStorage(next);
    }
    void read();
    return () => {
      current = false;
    };
  }, []);

  async function keepSafe() {
    const granted = await navigator.storage.persist();
    setRefused(!granted);
    setStorage(await readStorage());
  }

  if (!storage) return null;
  const share = Math.min(1, storage.usedBytes / storage.quotaBytes);
  return (
    <div className={classes.storage}>
      <p className={classes.line}>
        <Trans>
          Kiln takes {formatBytes(storage.usedBytes, i18n.locale)} of the{' '}
          {formatBytes(storage.quotaBytes, i18n.locale)} it may use on this device.
        </Trans>
      </p>
      <div className={classes.track} aria-hidden>
        <div style={{ width: `${Math.max(0.5, share * 100)}%` }} />
      </div>
      {storage.persisted === true && (
        <p className={classes.hint}>
          <Trans>The browser has promised not to clear it away.</Trans>
        </p>
      )}
      {storage.persisted === false && (
        <div className={classes.ask}>
          <p className={classes.hint}>
            {refused ? (
              <Trans>
                The browser said no for now. Installing Kiln as an app usually changes its mind.
              </Trans>
            ) : (
              <Trans>When this device runs out of room, the browser may clear it away.</Trans>
            )}
          </p>
          {!refused && (
            <Button size="sm" variant="default" onClick={() => void keepSafe()}>
              <Trans comment="Button: asks the browser for persistent storage">
                Ask it to keep everything
              </Trans>
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
