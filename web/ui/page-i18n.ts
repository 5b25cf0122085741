/** The texts that both pages have, which the parts that they share say. Each page gives its `t` to the parts. */
export interface PageTexts {
  readonly common: {
    readonly cancel: string;
    readonly close: string;
    readonly copied: string;
    readonly copyFailed: string;
    readonly loading: string;
    readonly pageFailed: string;
    readonly componentFailed: string;
    readonly chunkMissing: string;
    readonly reload: string;
    readonly retry: string;
    otherError(type: string): string;
  };
  /** By the type of the error. */
  readonly errors: Readonly<Record<string, string>>;
}
