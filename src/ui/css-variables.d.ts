import 'react';

declare module 'react' {
  // Custom properties in `style`, e.g. `{ '--share': 0.4 }`.
  interface CSSProperties {
    [name: `--${string}`]: string | number | undefined;
  }
}
