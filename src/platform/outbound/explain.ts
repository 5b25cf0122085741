import { OutboundError } from "./port.ts";

/** Codes of the parser of HTTP and of the unpacker. */
const nonsense = /^(HPE|Z)_/;

export function explain(error: unknown): OutboundError {
  if (error instanceof OutboundError) return error;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return nonsense.test(code)
    ? new OutboundError("bad-answer", `what came is not right: ${code}`, { cause: error })
    : new OutboundError("network", `the connection failed: ${code}`, { cause: error });
}
