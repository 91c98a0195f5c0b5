import { noBrand, type Brand } from '../domain/brand.ts';
import { useSetting } from './useSetting.ts';

/** What this deployment calls itself, as last heard; nothing of its own until that is read. */
export function useBrand(): Brand {
  return useSetting('brand') ?? noBrand;
}
