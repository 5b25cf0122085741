import { closeSync, createReadStream, openSync, readSync } from "node:fs";
import { CommandError } from "../../../src/declare/command.ts";

interface StreamedFile {
  readonly path: string;
  readonly isCompressed: boolean;
}

/** Whether an archive is compressed, whatever its name says. */
export function beginsAsGzip(path: string): boolean {
  const head = Buffer.alloc(2);
  const file = openSync(path, "r");
  try {
    readSync(file, head, 0, 2, 0);
  } finally {
    closeSync(file);
  }
  return head.toString("hex") === "1f8b";
}

/** The bytes of a file, decompressed if need be. `start` is only for files that are not compressed. */
export async function* openStream(
  { path, isCompressed }: StreamedFile,
  start = 0,
): AsyncGenerator<Uint8Array> {
  const file = createReadStream(path, { start, highWaterMark: 256 * 1024 });
  if (!isCompressed) {
    yield* file;
    return;
  }
  const plain = process.getBuiltinModule("node:zlib").createGunzip();
  file.on("error", (error) => plain.destroy(error));
  try {
    yield* file.pipe(plain);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (!String(code).startsWith("Z_")) throw error;
    throw new CommandError(
      `${path} cannot be decompressed: ${(error as Error).message}. Make the dump again.`,
    );
  } finally {
    file.destroy();
  }
}
