import type { BusboyFileStream, BusboyInstance } from "@fastify/busboy";
import { ApiError, fail, invalid } from "../../../protocol/error.ts";

/** A byte now and then keeps a connection open, but not for ever. */
const patienceMs = 10 * 60_000;

/** What a form holds beside its files: boundaries, headers, a few fields. */
export const formOverhead = 65_536;

export interface FormLimits {
  /** Bytes of the largest file. */
  readonly max: number;
  /** Bytes of the largest request. */
  readonly cap: number;
  /** For the whole of it; ten minutes unless told otherwise. */
  readonly patienceMs?: number;
}

/** What is taken for a form of some kind. */
export interface FormShape {
  readonly files: number;
  readonly fields: number;
  /** Bytes of the longest field. What is longer is cut, or with `wholeFields` refused. */
  readonly fieldSize: number;
  readonly wholeFields?: true;
  /** Whether this part is a file; `name` is the name of the file, where it has one. */
  isFile(field: string | undefined, name: string | undefined): boolean;
  /** Whether a file may come by this name. */
  takesFile(field: string): boolean;
}

/** The form of an upload. Some clients leave the name of the file out. */
const uploadShape: FormShape = {
  files: 1,
  fields: 8,
  fieldSize: 4_096,
  isFile: (field, name) => field === "file" || name !== undefined,
  takesFile: (field) => field === "file",
};

/** What becomes of a file in a form; it must read the stream to its end, or fail. */
type Keep<T> = (content: AsyncIterable<Uint8Array>, name: string | undefined) => Promise<T>;

/** Reads a form that holds one file, as `readForm` does. */
export async function readMultipart<T>(request: Request, limits: FormLimits, keep: Keep<T>): Promise<T> {
  const { kept } = await readForm(request, { ...limits, ...uploadShape }, keep);
  const [file] = kept;
  if (file === undefined) throw invalid("file: is missing");
  return file;
}

/**
 * Reads a form, and hands its files over as they arrive, one after the other. When anything is wrong, nothing
 * more is read, `keep` sees its stream break, and this fails only after `keep` has.
 */
export async function readForm<T>(
  request: Request,
  limits: FormLimits & FormShape,
  keep: Keep<T>,
): Promise<{ fields: Map<string, string>; kept: T[] }> {
  const parser = await openParser(request.headers, limits);
  const { promise: finished, resolve: finish, reject: giveUp } = Promise.withResolvers<void>();
  // Looked at below, but perhaps too late for the runtime's taste.
  finished.catch(() => {});
  let file: BusboyFileStream | undefined;
  const kept: Promise<T>[] = [];
  const fields = new Map<string, string>();
  const refuse = (problem: string) => () => giveUp(invalid(problem));
  parser
    .on("file", (field, stream, name) => {
      // Whoever reads it hears of that too.
      stream.on("error", () => {});
      if (!limits.takesFile(field)) return refuse("body: only `file` may be a file")();
      file = stream;
      const keeping = keep(bounded(stream, limits.max), name);
      keeping.catch(giveUp);
      kept.push(keeping);
    })
    .on("field", (field, value, _nameCut, valueCut) => {
      if (valueCut && limits.wholeFields) giveUp(new ApiError("PayloadTooLarge", {}, 413));
      else fields.set(field, value);
    })
    .on("filesLimit", refuse("file: there are too many"))
    .on("fieldsLimit", refuse("body: too many fields"))
    .on("partsLimit", refuse("body: too many parts"))
    .on("error", refuse("body: is not a well-formed multipart/form-data"))
    .on("finish", finish);
  const impatience = setTimeout(refuse("body: takes too long"), limits.patienceMs ?? patienceMs);
  try {
    await pump(request, limits, (piece) => Promise.race([finished, writeTo(parser, piece)]));
    parser.end();
    await finished;
    return { fields, kept: await Promise.all(kept) };
  } catch (error) {
    file?.destroy(error instanceof Error ? error : undefined);
    await Promise.allSettled(kept);
    throw error;
  } finally {
    clearTimeout(impatience);
  }
}

async function openParser(headers: Headers, shape: FormShape): Promise<BusboyInstance> {
  // Loaded here, where it is first needed, so that the server starts without it.
  const { Busboy } = await import("@fastify/busboy");
  const type = headers.get("content-type") ?? "";
  const { files, fields, fieldSize } = shape;
  try {
    if (!/^multipart\/form-data\s*;/i.test(type)) throw new Error("another type");
    return new Busboy({
      headers: { "content-type": type },
      preservePath: true,
      limits: { files, fields, fieldSize, parts: files + fields, headerPairs: 20, headerSize: 8_192 },
      isPartAFile: (field, _type, name) => shape.isFile(field, name),
    });
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
