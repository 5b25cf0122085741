import { AwsClient } from "aws4fetch";
import { StorageUnavailable } from "../port.ts";

export interface S3Options {
  /** Empty: the endpoint of AWS for the region. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly access_key_id: string;
  readonly secret_access_key: string;
  /** Whether the bucket is in the path (`https://host/bucket`) instead of the host name. */
  readonly path_style: boolean;
  /** How long S3 may send nothing; 30 seconds by default. */
  readonly patience_ms?: number;
}

export interface S3Call {
  readonly method: "GET" | "HEAD" | "PUT" | "DELETE";
  /** Appended to the address of the bucket. */
  readonly path: string;
  readonly headers?: Record<string, string>;
  readonly content?: Blob;
}

/** `code` is S3's own (`AccessDenied`), or that of the network (`ECONNREFUSED`), or `TIMEOUT`. */
export class S3Error extends StorageUnavailable {
  override readonly name = "S3Error";
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** Calls S3, and retries transient failures. The timeout holds for the bytes that `read` waits for as well. */
type CallS3 = <T>(call: S3Call, read: (response: Response) => Promise<T>) => Promise<T>;

const attempts = 3;
const transientStatuses = new Set([429, 500, 502, 503, 504]);

export function createS3Caller(options: S3Options): CallS3 {
  const { access_key_id: accessKeyId, secret_access_key: secretAccessKey, region } = options;
  const signer = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3" });
  const bucket = bucketUrl(options);
  const silenceMs = options.patience_ms ?? 30_000;

  async function send(call: S3Call, signal: AbortSignal, onProgress: () => void): Promise<Response> {
    const { method, path, content } = call;
    const { url, headers } = await signer.sign(bucket + path, { method });
    // Not signed, because proxies on the way may change them.
    for (const [name, value] of Object.entries(call.headers ?? {})) headers.set(name, value);
    headers.set("accept-encoding", "identity");
    if (!content) return fetch(url, { method, headers, signal, redirect: "manual" });
    // Bun streams a body of known length as it is read, but reads a file that is the body into memory first.
    headers.set("content-length", String(content.size));
    return fetch(url, { method, headers, signal, redirect: "manual", body: metered(content, onProgress) });
  }

  return async (call, read) => {
    for (let attempt = 1; ; attempt++) {
      const silence = new AbortController();
      const timer = setTimeout(() => silence.abort(), silenceMs);
      try {
        const response = await send(call, silence.signal, () => timer.refresh());
        if (!transientStatuses.has(response.status) || attempt === attempts)
          return await read(withTimeout(response, silence, silenceMs));
        await response.body?.cancel();
      } catch (error) {
        if (silence.signal.aborted) throw new S3Error("TIMEOUT", `S3 was silent for ${silenceMs} ms`);
        if (!isNetworkError(error)) throw error;
        if (attempt === attempts) throw new S3Error(error.code, `S3 cannot be reached: ${error.message}`);
      } finally {
        clearTimeout(timer);
      }
      await Bun.sleep(50 * 4 ** attempt);
    }
  };
}

/** The same response, with a timeout for each chunk of its body. */
function withTimeout(response: Response, silence: AbortController, silenceMs: number): Response {
  const reader = response.body?.getReader();
  if (!reader) return response;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const timer = setTimeout(() => silence.abort(), silenceMs);
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
  return new Response(body, { status: response.status, headers: response.headers });
}

/** Reads the error out of a response. */
export async function errorOf({ method }: S3Call, response: Response): Promise<S3Error> {
  const text = await response.text();
  const code = /<Code>(.*?)<\/Code>/.exec(text)?.[1] ?? `HTTP ${response.status}`;
  const message = /<Message>(.*?)<\/Message>/s.exec(text)?.[1] ?? "no reason given";
  return new S3Error(code, `S3 refused ${method}: ${code}: ${message}`);
}

export function bucketUrl({ endpoint, region, bucket, path_style }: S3Options): string {
  const url = new URL(endpoint || `https://s3.${region}.amazonaws.com`);
  if (path_style) url.pathname += `${url.pathname.endsWith("/") ? "" : "/"}${bucket}`;
  else url.host = `${bucket}.${url.host}`;
  return url.href.replace(/\/$/, "");
}

/** Streams a file, and fails if its length changes meanwhile: the blob would be neither version. */
function metered(content: Blob, onProgress: () => void): ReadableStream<Uint8Array> {
  let left = content.size;
  const lengthChanged = () => new Error("the content changed its length while it was sent");
  return content.stream().pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        left -= chunk.length;
        if (left < 0) throw lengthChanged();
        onProgress();
        controller.enqueue(chunk);
      },
      flush() {
        if (left > 0) throw lengthChanged();
      },
    }),
  );
}

function isNetworkError(error: unknown): error is Error & { code: string } {
  return error instanceof TypeError && "code" in error && typeof error.code === "string";
}
