import 'csstype';

declare module 'csstype' {
  // Custom properties in `style`, e.g. `{ '--share': 0.4 }`; the parameters must be named as there.
  interface Properties<TLength, TTime> {
    [name: `--${string}`]: string | number | undefined;
  }
}
