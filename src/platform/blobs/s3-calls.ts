import { AwsClient } from "aws4fetch";

export interface S3Options {
  /** Empty: Amazon's, of the region. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly access_key_id: string;
  readonly secret_access_key: string;
  /** The bucket in the path (`https://host/bucket`), not in the host's name. */
  readonly path_style: boolean;
  /** How long S3 may be silent, 30 seconds unless told otherwise. */
  readonly patience_ms?: number;
}

export interface S3Call {
  readonly method: "GET" | "HEAD" | "PUT" | "DELETE";
  /** What follows the address of the bucket. */
  readonly path: string;
  readonly headers?: Record<string, string>;
  readonly content?: Blob;
}

/** `code` is S3's own (`AccessDenied`), or that of the network (`ECONNREFUSED`), or `TIMEOUT`. */
export class S3Error extends Error {
  override readonly name = "S3Error";
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** Calls S3, again if it was a passing trouble. What `read` waits for must come in time as well. */
export type CallS3 = <T>(call: S3Call, read: (answer: Response) => Promise<T>) => Promise<T>;

const attempts = 3;
const passing = new Set([429, 500, 502, 503, 504]);

export function createS3Caller(options: S3Options): CallS3 {
  const { access_key_id: accessKeyId, secret_access_key: secretAccessKey, region } = options;
  const signer = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3" });
  const bucket = bucketUrl(options);
  const patienceMs = options.patience_ms ?? 30_000;

  async function ask(call: S3Call, signal: AbortSignal, onProgress: () => void): Promise<Response> {
    const { method, path, content } = call;
    const { url, headers } = await signer.sign(bucket + path, { method });
    // Not signed: what stands between us and S3 may change these.
    for (const [name, value] of Object.entries(call.headers ?? {})) headers.set(name, value);
    headers.set("accept-encoding", "identity");
    if (!content) return fetch(url, { method, headers, signal, redirect: "manual" });
    // With its length known a stream is sent as it is read; a file as the body would be read into memory first.
    headers.set("content-length", String(content.size));
    return fetch(url, { method, headers, signal, redirect: "manual", body: metered(content, onProgress) });
  }

  return async (call, read) => {
    for (let attempt = 1; ; attempt++) {
      const silence = new AbortController();
      const timer = setTimeout(() => silence.abort(), patienceMs);
      try {
        const answer = await ask(call, silence.signal, () => timer.refresh());
        if (!passing.has(answer.status) || attempt === attempts)
          return await read(withPatience(answer, silence, patienceMs));
        await answer.body?.cancel();
      } catch (error) {
        if (silence.signal.aborted) throw new S3Error("TIMEOUT", `S3 was silent for ${patienceMs} ms`);
        if (!isNetworkFault(error)) throw error;
        if (attempt === attempts) throw new S3Error(error.code, `S3 cannot be reached: ${error.message}`);
      } finally {
        clearTimeout(timer);
      }
      await Bun.sleep(50 * 4 ** attempt);
    }
  };
}

/** The same answer; whoever reads its body waits no longer than this for each piece. */
function withPatience(answer: Response, silence: AbortController, patienceMs: number): Response {
  const reader = answer.body?.getReader();
  if (!reader) return answer;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const timer = setTimeout(() => silence.abort(), patienceMs);
      try {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      } finally {
        clearTimeout(timer);
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return new Response(body, { status: answer.status, headers: answer.headers });
}

/** The error that an answer stands for. */
export async function refusalOf({ method }: S3Call, answer: Response): Promise<S3Error> {
  const text = await answer.text();
  const code = /<Code>(.*?)<\/Code>/.exec(text)?.[1] ?? `HTTP ${answer.status}`;
  const message = /<Message>(.*?)<\/Message>/s.exec(text)?.[1] ?? "no reason given";
  return new S3Error(code, `S3 refused ${method}: ${code}: ${message}`);
}

export function bucketUrl({ endpoint, region, bucket, path_style }: S3Options): string {
  const url = new URL(endpoint || `https://s3.${region}.amazonaws.com`);
  if (path_style) url.pathname += `${url.pathname.endsWith("/") ? "" : "/"}${bucket}`;
  else url.host = `${bucket}.${url.host}`;
  return url.href.replace(/\/$/, "");
}

/** A file that changes while it is sent must not become a blob that is neither. */
function metered(content: Blob, onProgress: () => void): ReadableStream<Uint8Array> {
  let left = content.size;
  const changed = () => new Error("the content changed its length while it was sent");
  return content.stream().pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, controller) {
        left -= piece.length;
        if (left < 0) throw changed();
        onProgress();
        controller.enqueue(piece);
      },
      flush() {
        if (left > 0) throw changed();
      },
    }),
  );
}

function isNetworkFault(error: unknown): error is Error & { code: string } {
  return error instanceof TypeError && "code" in error && typeof error.code === "string";
}
