import { OutboundError } from "../port.ts";

/** The codes of the HTTP parser and of zlib. */
const malformed = /^(HPE|Z)_/;

export function toOutboundError(error: unknown): OutboundError {
  if (error instanceof OutboundError) return error;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return malformed.test(code)
    ? new OutboundError("bad-response", `the response is malformed: ${code}`, { cause: error })
    : new OutboundError("network", `the connection failed: ${code}`, { cause: error });
}
