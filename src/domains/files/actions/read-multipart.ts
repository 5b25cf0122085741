import type { BusboyFileStream, BusboyInstance } from "@fastify/busboy";
import { ApiError, fail, invalid } from "../../../declare/error.ts";

/** Ends requests that send a byte now and then to stay open. */
const defaultTimeoutMs = 10 * 60_000;

/** Bytes of a form besides its files: boundaries, headers, a few fields. */
export const formOverhead = 65_536;

export interface FormLimits {
  /** Bytes of the largest file. */
  readonly max: number;
  /** Bytes of the largest request. */
  readonly cap: number;
  /** For the whole request; ten minutes by default. */
  readonly timeoutMs?: number;
}

/** The parts that a form may have. */
export interface FormShape {
  readonly files: number;
  readonly fields: number;
  /** Bytes of the longest field. A longer one is cut, or with `wholeFields` refused. */
  readonly fieldSize: number;
  readonly wholeFields?: true;
  /** Whether this part is a file; `name` is the name of the file, where it has one. */
  isFile(field: string | undefined, name: string | undefined): boolean;
  /** Whether the field of this name may be a file. */
  takesFile(field: string): boolean;
}

/** The form of an upload. Some clients leave out the name of the file. */
const uploadShape: FormShape = {
  files: 1,
  fields: 8,
  fieldSize: 4_096,
  isFile: (field, name) => field === "file" || name !== undefined,
  takesFile: (field) => field === "file",
};

/** Receives a file of a form; it must read the stream to its end, or fail. */
type ReceiveFile<T> = (content: AsyncIterable<Uint8Array>, name: string | undefined) => Promise<T>;

/** Reads a form that holds one file, as `readForm` does. */
export async function readMultipart<T>(
  request: Request,
  limits: FormLimits,
  receive: ReceiveFile<T>,
): Promise<T> {
  const { files } = await readForm(request, { ...limits, ...uploadShape }, receive);
  const [file] = files;
  if (file === undefined) throw invalid("file: is missing");
  return file;
}

/**
 * Reads a form, and passes its files to `receive` as they arrive, one after the other. On any failure it reads no
 * further, breaks the stream that `receive` reads, and rejects only after `receive` has ended.
 */
export async function readForm<T>(
  request: Request,
  limits: FormLimits & FormShape,
  receive: ReceiveFile<T>,
): Promise<{ fields: Map<string, string>; files: T[] }> {
  const parser = await openParser(request.headers, limits);
  const { promise: finished, resolve: finish, reject: giveUp } = Promise.withResolvers<void>();
  // It may reject before it is awaited below.
  finished.catch(() => {});
  let file: BusboyFileStream | undefined;
  const received: Promise<T>[] = [];
  const fields = new Map<string, string>();
  const refuse = (problem: string) => () => giveUp(invalid(problem));
  parser
    .on("file", (field, stream, name) => {
      // The reader gets the error as well.
      stream.on("error", () => {});
      if (!limits.takesFile(field)) return refuse("body: only `file` may be a file")();
      file = stream;
      const receiving = receive(bounded(stream, limits.max), name);
      receiving.catch(giveUp);
      received.push(receiving);
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
  const timer = setTimeout(refuse("body: takes too long"), limits.timeoutMs ?? defaultTimeoutMs);
  try {
    await pump(request, limits, (chunk) => Promise.race([finished, writeTo(parser, chunk)]));
    parser.end();
    await finished;
    return { fields, files: await Promise.all(received) };
  } catch (error) {
    file?.destroy(error instanceof Error ? error : undefined);
    await Promise.allSettled(received);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

async function openParser(headers: Headers, shape: FormShape): Promise<BusboyInstance> {
  // Loaded on first use, so that the server starts without it.
  const { Busboy } = await import("@fastify/busboy");
  const type = headers.get("content-type") ?? "";
  const { files, fields, fieldSize } = shape;
  try {
    if (!/^multipart\/form-data\s*;/i.test(type)) throw new Error("not a form");
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
  write: (chunk: Uint8Array) => Promise<void>,
): Promise<void> {
  const contentLength = Number(request.headers.get("content-length") ?? 0);
  let size = 0;
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.length;
      // Only after a first read: Bun then keeps the connection open, so that clients that send the whole body first get the reply.
      if (Math.max(size, contentLength) > cap) throw fail("FileTooLarge", { max });
      await write(chunk);
    }
  } catch (error) {
    if (error instanceof Error && error.name === "AbortError") throw invalid("body: broke off");
    throw error;
  }
}

function writeTo(parser: BusboyInstance, chunk: Uint8Array): Promise<void> {
  return new Promise((resolve) => parser.write(chunk, () => resolve()));
}

async function* bounded(stream: AsyncIterable<Uint8Array>, max: number): AsyncGenerator<Uint8Array> {
  const chunks = stream[Symbol.asyncIterator]();
  for (let size = 0; ; ) {
    const { value, done } = await chunks.next().catch(() => {
      throw invalid("body: ends too early");
    });
    if (done && size === 0) throw fail("FileTooSmall");
    if (done) return;
    size += value.length;
    if (size > max) throw fail("FileTooLarge", { max });
    yield value;
  }
}
