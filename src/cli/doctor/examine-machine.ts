import { constants } from "node:fs";
import { access, stat, statfs } from "node:fs/promises";
import { resolve } from "node:path";
import type { Config } from "../../config/schema.ts";
import { intervalOf } from "../../platform/clock/clock.ts";
import { describeBytes } from "../../platform/text/describe-bytes.ts";
import { attempt, type Finding, failure, ok, warning } from "./finding.ts";

const [scarceBytes, tooFewBytes] = [1_000_000_000, 100_000_000];

/** The checks of this machine, which are cheap: a server makes them at its start, too. */
export async function examineMachine(config: Config): Promise<Finding[]> {
  const path = resolve(config.data_dir);
  return [
    await attempt("data directory", `Create ${path}, or set data_dir.`, () => examineDirectory(path)),
    await attempt("disk", `Create ${path}, or set data_dir.`, () => examineDisk(path)),
    examineAddress(config),
    ...examineSessions(config),
  ];
}

/** Nothing, unless one of the limits has no effect. */
function examineSessions({ sessions: { max_age, idle } }: Config): Finding[] {
  if (max_age === "" || idle === "" || intervalOf(idle) < intervalOf(max_age)) return [];
  const text = `sessions.idle (${idle}) has no effect: sessions expire after ${max_age} anyway`;
  return [warning("sessions", text, "Make sessions.idle shorter than sessions.max_age, or leave it out.")];
}

async function examineDirectory(path: string): Promise<Finding> {
  const check = "data directory";
  const { uid, mode } = await stat(path);
  const user = process.getuid?.();
  if (user !== undefined && user !== uid && user !== 0)
    return failure(
      check,
      `${path} belongs to user ${uid}, and this is user ${user}`,
      `Run Ermine as its owner, or: chown -R ${user} ${path}`,
    );
  await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
  if (user !== undefined && (mode & 0o077) !== 0)
    return warning(check, `other users of this machine can open ${path}`, `chmod 700 ${path}`);
  return ok(check, path);
}

async function examineDisk(path: string): Promise<Finding> {
  const { bavail, bsize, blocks, ffree, files } = await statfs(path);
  const [free, whole] = [bavail * bsize, blocks * bsize];
  const text = `${describeBytes(free)} of ${describeBytes(whole)} free`;
  const advice = "Free some space, move data_dir to a larger disk, or keep files in S3.";
  if (free < tooFewBytes || (files > 0 && ffree === 0)) return failure("disk", text, advice);
  return free < scarceBytes ? warning("disk", text, advice) : ok("disk", text);
}

function examineAddress({ host, port, public_url, trusted_proxies }: Config): Finding {
  const check = "address";
  const listens = `${host}:${port}`;
  if (public_url === "" && !/^(localhost|127\.|::1$)/.test(host))
    return warning(
      check,
      `${listens} accepts connections from other machines, and public_url is empty: clients are told the host that they called, and links in mails lead to localhost`,
      "Set public_url to the address that people use.",
    );
  if (public_url.startsWith("https://") && trusted_proxies.length === 0)
    return warning(
      check,
      `${public_url} is reached through a proxy, and trusted_proxies is empty: all clients seem to have the proxy's address, and share its rate limits`,
      "Put the address of the proxy into trusted_proxies.",
    );
  return ok(check, public_url === "" ? listens : `${listens} as ${public_url}`);
}
