/** eSpeak NG as WebAssembly: the part of its Emscripten module that we use. The package brings no types. */
declare module 'espeak-ng' {
  export interface EspeakModule {
    /** Its own files, in memory; nothing of the machine's is in them. */
    FS: {
      writeFile(path: string, data: string | Uint8Array): void;
      readFile(path: string): Uint8Array;
      stat(path: string): { size: number };
    };
  }

  export interface EspeakOptions {
    /** Of the command line program. */
    arguments: string[];
    /** Called before it starts. */
    preRun: ((module: EspeakModule) => void)[];
    print(line: string): void;
    printErr(line: string): void;
    /** Must throw what it is given. */
    quit(status: number, cause: unknown): never;
    /** Makes the instance of WebAssembly, hands it over, and returns what that gives. */
    instantiateWasm(
      imports: Record<string, Record<string, (...values: number[]) => number>>,
      done: (instance: object) => object,
    ): object;
  }

  /** Runs the program once, from its start to its end, before the promise resolves. */
  export default function ESpeakNG(options: EspeakOptions): Promise<EspeakModule>;
}
