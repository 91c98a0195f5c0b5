import { useLingui } from '@lingui/react/macro';
import { useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import { IconBrightnessAuto, IconMoon, IconSun } from '@tabler/icons-react';
import { useId, type ReactNode } from 'react';
import classes from './SchemeChoice.module.css';

/** Dark, light or as the system: each shown as it will look. */
export function SchemeChoice() {
  const { t } = useLingui();
  const name = useId();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const options: { value: MantineColorScheme; label: string; icon: ReactNode }[] = [
    {
      value: 'dark',
      label: t({ message: 'Dark', comment: 'Colour scheme' }),
      icon: <IconMoon size={18} stroke={1.75} aria-hidden />,
    },
    {
      value: 'light',
      label: t({ message: 'Light', comment: 'Colour scheme' }),
      icon: <IconSun size={18} stroke={1.75} aria-hidden />,
    },
    {
      value: 'auto',
      label: t({ message: 'Auto', comment: 'Colour scheme: as the system' }),
      icon: <IconBrightnessAuto size={18} stroke={1.75} aria-hidden />,
    },
  ];
  return (
    <fieldset className={classes.root}>
      <legend className={classes.legend}>
        {t({ message: 'Colours', comment: 'Setting: dark, light or automatic colours' })}
      </legend>
      <div className={classes.options}>
        {options.map(({ value, label, icon }) => (
          <label
            key={value}
            className={classes.option}
            data-checked={value === colorScheme || undefined}
          >
            <input
              className={classes.radio}
              type="radio"
              name={name}
              value={value}
              checked={value === colorScheme}
              onChange={() => setColorScheme(value)}
            />
            <span className={classes.preview} aria-hidden>
              {value !== 'light' && <Room scheme="dark" />}
              {value !== 'dark' && <Room scheme="light" />}
            </span>
            <span className={classes.label}>
              {icon}
              {label}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Home in small. */
function Room({ scheme }: { scheme: 'dark' | 'light' }) {
  return (
    <span className={classes.room} data-kiln-scheme={scheme}>
      <span className={classes.arch} />
      <span className={classes.sill} />
    </span>
  );
}
