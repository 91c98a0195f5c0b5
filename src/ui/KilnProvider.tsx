import './styles.ts';
import { MantineProvider, type MantineColorSchemeManager } from '@mantine/core';
import type { ReactNode } from 'react';
import { cssVariablesResolver, theme } from './theme.ts';

/** Theme for everything below. The scheme manager decides where the choice is kept; dark is the default. */
export function KilnProvider({
  colorSchemeManager,
  children,
}: {
  colorSchemeManager?: MantineColorSchemeManager;
  children: ReactNode;
}) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="dark"
    >
      {children}
    </MantineProvider>
  );
}
