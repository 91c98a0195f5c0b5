/** Flux and its kin were taught with their guidance, which is no CFG though it does the same for a person. */
export const distilledGuidance = 'guidance';

/**
 * Settings that several engines have, each under names of its own: the AI Horde's and ours first, then those of
 * stable-diffusion.cpp, of ComfyUI's nodes and of Diffusers, which most Cog models hand on. Whoever compares, recalls
 * or keeps a setting asks here for its field, so that no engine's name is the only one that is known.
 */
export const namesOfSettings = {
  sampler: ['sampler_name', 'sampler', 'sample_method', 'sampling_method'],
  schedule: ['schedule', 'schedule_type'],
  steps: ['steps', 'num_inference_steps', 'inference_steps', 'sample_steps', 'num_steps'],
  guidance: ['cfg_scale', 'guidance_scale', 'cfg', distilledGuidance],
  clipSkip: ['clip_skip'],
  hiResFix: ['hires_fix', 'enable_hr'],
  karras: ['karras', 'use_karras', 'use_karras_sigmas'],
  controlType: ['control_type', 'controlnet_type', 'control_mode'],
  denoising: ['denoising_strength', 'denoise', 'prompt_strength'],
} as const satisfies Record<string, readonly string[]>;
export type SettingName = keyof typeof namesOfSettings;

/** What it is called here, where no form says otherwise. */
export const usualName = (setting: SettingName): string => namesOfSettings[setting][0];

/** The setting that a field's name stands for; null where it is none of these, and where the name does not tell. */
export function settingNamed(name: string): SettingName | null {
  for (const [setting, names] of Object.entries(namesOfSettings)) {
    if ((names as readonly string[]).includes(name)) return setting as SettingName;
  }
  return null;
}
