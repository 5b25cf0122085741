import pino from "pino";

export type Log = pino.Logger;

/** Names under which secrets travel; whatever is logged, these are not. */
const secretPaths = ["password", "token", "email", "authorization", "captcha"].flatMap((name) => [name, `*.${name}`]);

export function createLog(level: string): Log {
  return pino(
    { level, base: null, redact: { paths: secretPaths, censor: "[hidden]" } },
    pino.destination({ dest: 1, sync: true }),
  );
}
