import { useMantineColorScheme } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { keepLinkFacts } from '../../db/link-facts.ts';
import { keepUserSource } from '../../db/user-source.ts';
import type { RootSearch } from './root-search.ts';

/**
 * Carries out what a link to any page may ask for: a colour scheme, words for the home page, and
 * who led here and what for, for the platform. Once: then
 * the keys leave the address, so that neither a reload nor Back undoes what the person chose or typed since.
 */
export function useLinkKeys(
  { mode, search, user_source: source, TG, pointId, check_recharge }: RootSearch,
  setHomeText: (text: string) => void,
) {
  const { setColorScheme } = useMantineColorScheme();
  const navigate = useNavigate();
  const carryOut = useEffectEvent(() => {
    if (mode) setColorScheme(mode);
    if (search !== undefined) setHomeText(search);
    // Nobody misses it where nothing can be written.
    if (source !== undefined) keepUserSource(source).catch(() => {});
    const brought = {
      ...(TG !== undefined && { TG }),
      ...(pointId !== undefined && { pointId }),
      ...(check_recharge !== undefined && { check_recharge }),
    };
    if (Object.keys(brought).length > 0) keepLinkFacts(brought, location.href).catch(() => {});
    void navigate({
      to: '.',
      search: (before) => ({
        ...before,
        mode: undefined,
        search: undefined,
        user_source: undefined,
        TG: undefined,
        pointId: undefined,
        check_recharge: undefined,
      }),
      hash: true,
      replace: true,
      resetScroll: false,
    });
  });
  useEffect(() => {
    const brought = [mode, search, source, TG, pointId, check_recharge];
    if (brought.some((each) => each !== undefined)) carryOut();
  }, [mode, search, source, TG, pointId, check_recharge]);
}
