import { useEffect, useState } from 'react';

/** Whether this device says that it has a camera. Nobody is asked for anything, and no light goes on. */
export function useHasCamera(): boolean {
  const [has, setHas] = useState(false);
  useEffect(() => {
    // Absent where the page did not come by a safe way.
    const devices = navigator.mediaDevices as MediaDevices | undefined;
    if (!devices?.getUserMedia) return;
    let left = false;
    const look = () => {
      devices.enumerateDevices().then(
        (found) => {
          if (!left) setHas(found.some(({ kind }) => kind === 'videoinput'));
        },
        () => {},
      );
    };
    look();
    devices.addEventListener('devicechange', look);
    return () => {
      left = true;
      devices.removeEventListener('devicechange', look);
    };
  }, []);
  return has;
}
