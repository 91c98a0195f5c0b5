/** Long enough for the browser to have opened the file. */
const urlLifetimeMs = 60_000;

/** Hands a file to the browser's downloads. */
export function offerDownload(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), urlLifetimeMs);
}
