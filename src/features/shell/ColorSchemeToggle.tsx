import { useLingui } from '@lingui/react/macro';
import { useMantineColorScheme } from '@mantine/core';
import { IconBrightnessAuto, IconMoon, IconSun } from '@tabler/icons-react';
import { IconButton } from '../../ui/IconButton.tsx';

const icons = { auto: IconBrightnessAuto, dark: IconMoon, light: IconSun };

/** One button through auto → dark → light → auto (specification 2, section 2). */
export function ColorSchemeToggle() {
  const { t } = useLingui();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const SchemeIcon = icons[colorScheme];
  const label = {
    auto: t`Colours follow the system. Switch to dark`,
    dark: t`Colours are dark. Switch to light`,
    light: t`Colours are light. Follow the system`,
  }[colorScheme];
  return (
    <IconButton
      label={label}
      icon={<SchemeIcon size={22} stroke={1.75} aria-hidden />}
      onClick={() =>
        setColorScheme(colorScheme === 'auto' ? 'dark' : colorScheme === 'dark' ? 'light' : 'auto')
      }
    />
  );
}
