/** A kind of machine that packages are made for, and its names elsewhere. */
export interface Target {
  readonly arch: "x64" | "arm64";
  readonly debian: "amd64" | "arm64";
  /** In names of Bun's packages. */
  readonly bun: "x64" | "aarch64";
}

export const targets: readonly Target[] = [
  { arch: "x64", debian: "amd64", bun: "x64" },
  { arch: "arm64", debian: "arm64", bun: "aarch64" },
];

/** What all packages of one build have in common. */
export interface Release {
  readonly version: string;
  readonly commit: string;
  /** When it was committed. Every file in a package has this time. */
  readonly seconds: number;
}
