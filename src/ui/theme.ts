import {
  ActionIcon,
  Button,
  createTheme,
  defaultVariantColorsResolver,
  Skeleton,
  type CSSVariablesResolver,
  type MantineColorsTuple,
} from '@mantine/core';
import classes from './theme.module.css';

const ember: MantineColorsTuple = [
  'oklch(0.97 0.02 68)',
  'oklch(0.93 0.045 66)',
  'oklch(0.88 0.08 63)',
  'oklch(0.83 0.115 60)',
  'oklch(0.785 0.14 57)',
  'oklch(0.74 0.16 55)',
  'oklch(0.67 0.16 50)',
  'oklch(0.58 0.145 46)',
  'oklch(0.475 0.128 44)',
  'oklch(0.38 0.09 42)',
];

const danger: MantineColorsTuple = [
  'oklch(0.965 0.015 25)',
  'oklch(0.925 0.035 26)',
  'oklch(0.86 0.065 25)',
  'oklch(0.79 0.1 24)',
  'oklch(0.7 0.13 25)',
  'oklch(0.55 0.15 27)',
  'oklch(0.53 0.16 27)',
  'oklch(0.46 0.145 27)',
  'oklch(0.38 0.11 26)',
  'oklch(0.28 0.05 24)',
];

// Mantine's own greys and blue-blacks, replaced so that no component brings a cold shade back in.
const warmGray: MantineColorsTuple = [
  'oklch(0.985 0.007 86)',
  'oklch(0.962 0.011 84)',
  'oklch(0.936 0.014 82)',
  'oklch(0.885 0.016 80)',
  'oklch(0.8 0.018 76)',
  'oklch(0.7 0.02 72)',
  'oklch(0.55 0.02 68)',
  'oklch(0.475 0.02 62)',
  'oklch(0.35 0.016 60)',
  'oklch(0.235 0.014 58)',
];

const warmDark: MantineColorsTuple = [
  'oklch(0.955 0.009 78)',
  'oklch(0.8 0.013 72)',
  'oklch(0.7 0.015 68)',
  'oklch(0.53 0.018 62)',
  'oklch(0.36 0.015 60)',
  'oklch(0.295 0.014 60)',
  'oklch(0.247 0.012 60)',
  'oklch(0.207 0.01 60)',
  'oklch(0.17 0.008 60)',
  'oklch(0.14 0.007 60)',
];

const chineseFaces =
  '"PingFang SC", "HarmonyOS Sans SC", MiSans, "Noto Sans SC", "Noto Sans CJK SC", "Microsoft YaHei"';

export const theme = createTheme({
  primaryColor: 'ember',
  primaryShade: 5,
  colors: { ember, danger, red: danger, gray: warmGray, dark: warmDark },
  fontFamily: `"Figtree Variable", "Figtree Stand-in", var(--kiln-quotes), ${chineseFaces}, system-ui, sans-serif`,
  fontFamilyMonospace: `ui-monospace, "SF Mono", "Cascadia Mono", "Noto Sans Mono", ${chineseFaces}, monospace`,
  headings: {
    fontFamily: `"Figtree Variable", "Figtree Stand-in", var(--kiln-quotes), ${chineseFaces}, system-ui, sans-serif`,
    fontWeight: '650',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: 'var(--kiln-text-title)', lineHeight: '1.3' },
      h2: { fontSize: 'var(--kiln-text-heading)', lineHeight: '1.4' },
      h3: { fontSize: 'var(--kiln-text-body)', lineHeight: '1.5' },
    },
  },
  fontSizes: {
    xs: 'var(--kiln-text-tiny)',
    sm: 'var(--kiln-text-small)',
    md: 'var(--kiln-text-body)',
    lg: 'var(--kiln-text-heading)',
    xl: 'var(--kiln-text-title)',
  },
  lineHeights: { xs: '1.45', sm: '1.5', md: '1.6', lg: '1.5', xl: '1.35' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '0.25rem', sm: '0.5rem', md: '0.75rem', lg: '1.125rem', xl: '1.5rem' },
  defaultRadius: 'md',
  shadows: {
    xs: 'var(--kiln-shadow-low)',
    sm: 'var(--kiln-shadow-low)',
    md: 'var(--kiln-shadow-mid)',
    lg: 'var(--kiln-shadow-high)',
    xl: 'var(--kiln-shadow-high)',
  },
  respectReducedMotion: true,
  cursorType: 'pointer',
  variantColorResolver: (input) => {
    const resolved = defaultVariantColorsResolver(input);
    const name = input.color ?? input.theme.primaryColor;
    if (name === 'ember') {
      if (input.variant === 'filled') {
        return {
          background: 'var(--kiln-ember)',
          hover: 'var(--kiln-ember-hover)',
          color: 'var(--kiln-on-ember)',
          border: '1px solid transparent',
        };
      }
      // A quiet button stays neutral: ember marks only the one thing to press.
      if (input.variant === 'subtle' || input.variant === 'transparent') {
        return {
          ...resolved,
          background: 'transparent',
          hover: 'var(--kiln-surface-3)',
          color: 'var(--kiln-ink)',
        };
      }
      if (input.variant === 'light') {
        return {
          background: 'var(--kiln-ember-soft)',
          hover: 'var(--kiln-ember-soft)',
          color: 'var(--kiln-ember-ink)',
          border: '1px solid transparent',
        };
      }
    }
    if (name === 'danger' || name === 'red') {
      if (input.variant === 'filled') {
        return {
          background: 'var(--kiln-danger-solid)',
          hover: 'var(--kiln-danger-solid)',
          color: 'var(--kiln-on-danger)',
          border: '1px solid transparent',
        };
      }
      return {
        background: input.variant === 'light' ? 'var(--kiln-danger-soft)' : 'transparent',
        hover: 'var(--kiln-danger-soft)',
        color: 'var(--kiln-danger-ink)',
        border: '1px solid transparent',
      };
    }
    return resolved;
  },
  components: {
    Button: Button.extend({
      defaultProps: { size: 'md' },
      classNames: { root: classes.button, label: classes.buttonLabel },
    }),
    ActionIcon: ActionIcon.extend({
      defaultProps: { variant: 'subtle', size: 44 },
      classNames: { root: classes.actionIcon },
    }),
    Skeleton: Skeleton.extend({ classNames: { root: classes.skeleton } }),
    // Plain records from here on, not `.extend`: naming these components would put them into the first
    // bundle, which has no use for them (about 9 KB).
    Anchor: { defaultProps: { underline: 'not-hover' }, classNames: { root: classes.anchor } },
    Title: { defaultProps: { order: 2 } },
    Input: {
      defaultProps: { size: 'md' },
      classNames: {
        wrapper: classes.inputWrapper,
        input: classes.input,
        section: classes.inputSection,
      },
    },
    InputWrapper: {
      defaultProps: { size: 'md' },
      classNames: { label: classes.label, description: classes.description, error: classes.error },
    },
    TextInput: { defaultProps: { size: 'md' } },
    PasswordInput: {
      defaultProps: { size: 'md' },
      classNames: { root: classes.passwordInput },
    },
    Textarea: { defaultProps: { size: 'md' } },
    NativeSelect: { defaultProps: { size: 'md' } },
    Switch: {
      defaultProps: { size: 'md' },
      classNames: { body: classes.switchBody, track: classes.switchTrack },
    },
    Slider: { defaultProps: { color: 'ember', size: 'md' } },
    Checkbox: { defaultProps: { size: 'md' } },
  },
});

/** Points Mantine's own variables at our tokens, so that both themes come from tokens.css alone. */
export const cssVariablesResolver: CSSVariablesResolver = () => {
  const shared = {
    '--mantine-color-body': 'var(--kiln-ground)',
    '--mantine-color-text': 'var(--kiln-ink)',
    '--mantine-color-bright': 'var(--kiln-ink)',
    '--mantine-color-dimmed': 'var(--kiln-ink-soft)',
    '--mantine-color-placeholder': 'var(--kiln-ink-faint)',
    '--mantine-color-anchor': 'var(--kiln-ember-ink)',
    '--mantine-color-error': 'var(--kiln-danger-ink)',
    '--mantine-color-default': 'var(--kiln-surface-2)',
    '--mantine-color-default-hover': 'var(--kiln-surface-3)',
    '--mantine-color-default-color': 'var(--kiln-ink)',
    '--mantine-color-default-border': 'var(--kiln-line)',
    '--mantine-color-disabled': 'var(--kiln-surface-2)',
    '--mantine-color-disabled-color': 'var(--kiln-ink-faint)',
    '--mantine-color-disabled-border': 'var(--kiln-line)',
    '--mantine-primary-color-contrast': 'var(--kiln-on-ember)',
  };
  return { variables: {}, dark: shared, light: shared };
};
