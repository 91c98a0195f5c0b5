import loader, { type LibAV } from '@libav.js/variant-webm-vp9';

/**
 * FFmpeg's libraries (LGPL-2.1) as WebAssembly, in this thread and with a memory of its own: about 0.1 s. Its
 * memory goes with the last reference to it.
 */
export async function openLibav(): Promise<LibAV> {
  const libav = await loader.LibAV({ noworker: true, nothreads: true });
  // It would write to this process's standard error.
  await libav.av_log_set_level(libav.AV_LOG_QUIET);
  return libav;
}
