/** Only Chromium has it, and TypeScript does not know it. */
interface SavePicker {
  showSaveFilePicker?: (options: {
    suggestedName: string;
    types: { accept: Record<string, string[]> }[];
  }) => Promise<FileSystemFileHandle>;
}

const picker = (): SavePicker => globalThis as SavePicker;

export const hasSavePicker = (): boolean => picker().showSaveFilePicker !== undefined;

/** Lets the person choose a file to write to; null when they thought better of it. */
export async function pickFile(suggestedName: string): Promise<FileSystemFileHandle | null> {
  try {
    const types = [{ accept: { 'application/zip': ['.zip'] } }];
    return (await picker().showSaveFilePicker?.({ suggestedName, types })) ?? null;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return null;
    throw error;
  }
}
