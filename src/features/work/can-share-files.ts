/** Whether this device has a sheet of its own for handing files to other apps. */
export function canShareFiles(): boolean {
  const probe = new File([new Uint8Array(1)], 'kiln.png', { type: 'image/png' });
  return navigator.canShare?.({ files: [probe] }) ?? false;
}
