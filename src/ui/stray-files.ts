const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;

/** A file that is dropped where nobody takes it would be opened by the browser, in place of Kiln. */
export function refuseStrayFiles(): void {
  // The window hears of it last: whoever takes files has done so by then.
  window.addEventListener('dragover', (event) => {
    if (event.defaultPrevented || !carriesFiles(event)) return;
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = 'none';
  });
  window.addEventListener('drop', (event) => {
    if (carriesFiles(event)) event.preventDefault();
  });
}
