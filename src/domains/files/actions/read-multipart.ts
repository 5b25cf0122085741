import type { BusboyFileStream, BusboyInstance } from "@fastify/busboy";
import { fail, invalid } from "../../../declare/error.ts";

/** Beyond these, a form is not one of an upload. */
const usual = { fields: 8, fieldSize: 4_096, files: 1, parts: 9, headerPairs: 20, headerSize: 8_192 };

/** A byte now and then keeps a connection open, but not for ever. */
const patienceMs = 10 * 60_000;

/** What a form holds beside the file: boundaries, headers, a few fields. */
export const formOverhead = 65_536;

export interface FormLimits {
  /** Bytes of the largest file. */
  readonly max: number;
  /** Bytes of the largest request. */
  readonly cap: number;
  /** For the whole of it; ten minutes unless told otherwise. */
  readonly patienceMs?: number;
}

/** What becomes of the file in a form; it must read the stream to its end, or fail. */
type Keep<T> = (content: AsyncIterable<Uint8Array>, name: string | undefined) => Promise<T>;

/**
 * Reads a form that holds one file, and hands that over as it arrives. When anything is wrong, nothing more is
 * read, `keep` sees its stream break, and this fails only after `keep` has.
 */
export async function readMultipart<T>(request: Request, limits: FormLimits, keep: Keep<T>): Promise<T> {
  const parser = await openParser(request.headers);
  const { promise: finished, resolve: finish, reject: giveUp } = Promise.withResolvers<void>();
  // Looked at below, but perhaps too late for the runtime's taste.
  finished.catch(() => {});
  let file: BusboyFileStream | undefined;
  let kept: Promise<T> | undefined;
  const refuse = (problem: string) => () => giveUp(invalid(problem));
  parser
    .on("file", (field, stream, name) => {
      // Whoever reads it hears of that too.
      stream.on("error", () => {});
      if (field !== "file") return refuse("body: only `file` may be a file")();
      file = stream;
      kept = keep(bounded(stream, limits.max), name);
      kept.catch(giveUp);
    })
    .on("filesLimit", refuse("file: there is more than one"))
    .on("fieldsLimit", refuse("body: too many fields"))
    .on("partsLimit", refuse("body: too many parts"))
    .on("error", refuse("body: is not a well-formed multipart/form-data"))
    .on("finish", finish);
  const impatience = setTimeout(refuse("body: takes too long"), limits.patienceMs ?? patienceMs);
  try {
    await pump(request, limits, (piece) => Promise.race([finished, writeTo(parser, piece)]));
    parser.end();
    await finished;
    if (!kept) throw invalid("file: is missing");
    return await kept;
  } catch (error) {
    file?.destroy(error instanceof Error ? error : undefined);
    await kept?.catch(() => {});
    throw error;
  } finally {
    clearTimeout(impatience);
  }
}

async function openParser(headers: Headers): Promise<BusboyInstance> {
  // Loaded here, where it is first needed, so that the server starts without it.
  const { Busboy } = await import("@fastify/busboy");
  const type = headers.get("content-type") ?? "";
  // Without a file name too: some clients leave it out.
  const isPartAFile = (field: string | undefined, _: string | undefined, name: string | undefined) =>
    field === "file" || name !== undefined;
  try {
    if (!/^multipart\/form-data\s*;/i.test(type)) throw new Error("another type");
    return new Busboy({ headers: { "content-type": type }, preservePath: true, limits: usual, isPartAFile });
  } catch {
    throw invalid("body: must be multipart/form-data");
  }
}

async function pump(
  request: Request,
  { max, cap }: FormLimits,
  write: (piece: Uint8Array) => Promise<void>,
): Promise<void> {
  const announced = Number(request.headers.get("content-length") ?? 0);
  let size = 0;
  try {
    for await (const piece of request.body ?? []) {
      size += piece.length;
      // Not before something was read: then the connection stays, and those who send before they listen hear it.
      if (Math.max(size, announced) > cap) throw fail("FileTooLarge", { max });
      await write(piece);
    }
  } catch (error) {
    if (error instanceof Error && error.name === "AbortError") throw invalid("body: broke off");
    throw error;
  }
}

function writeTo(parser: BusboyInstance, piece: Uint8Array): Promise<void> {
  return new Promise((resolve) => parser.write(piece, () => resolve()));
}

async function* bounded(stream: AsyncIterable<Uint8Array>, max: number): AsyncGenerator<Uint8Array> {
  const pieces = stream[Symbol.asyncIterator]();
  for (let size = 0; ; ) {
    const { value, done } = await pieces.next().catch(() => {
      throw invalid("body: ends too early");
    });
    if (done && size === 0) throw fail("FileTooSmall");
    if (done) return;
    size += value.length;
    if (size > max) throw fail("FileTooLarge", { max });
    yield value;
  }
}
