import pino from "pino";

/** An address of the web or of a service, with what may follow the host: a path, a query, and secrets in either. */
const url = /\b(https?|wss?|rediss?|postgres(?:ql)?):\/\/(?:[^\s"'<>/?#]*@)?([^\s"'<>/?#\\]*)[^\s"'<>]*/gi;
/** The parameter in which clients of LiveKit send their token, in an address without a host. */
const parameter = /\b(access_token|join_request)=[^\s"'&]+/gi;
/** A signed token, such as those for calls. */
const signedToken = /\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g;

/** Reduces each address to its host, and hides tokens. Paths and queries may contain credentials. */
export function hideSecrets(text: string): string {
  return text.replace(url, "$1://$2").replace(parameter, "$1=[hidden]").replace(signedToken, "[hidden]");
}

/**
 * How the log shows an error. Errors of `fetch` and of sockets have the whole address in a field or in the message.
 */
export function describeErrorForLog(error: unknown): unknown {
  return withoutSecrets(error instanceof Error ? pino.stdSerializers.err(error) : error, 0);
}

const maxDepth = 5;

function withoutSecrets(value: unknown, depth: number): unknown {
  if (typeof value === "string") return hideSecrets(value);
  if (value instanceof URL) return hideSecrets(value.href);
  if (typeof value !== "object" || value === null || depth > maxDepth) return value;
  if (Array.isArray(value)) return value.map((each) => withoutSecrets(each, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, withoutSecrets(each, depth + 1)]),
  );
}
