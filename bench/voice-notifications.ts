/** Sends signed notifications of participants who open and close their microphones, one connection for each. */
import { createHash, createHmac } from "node:crypto";
import { requestText, runRequests } from "./load.ts";
import { pin } from "./processes.ts";

const { url, seconds, core, key, secret, participants } = JSON.parse(process.argv[2] ?? "{}");
pin(process.pid, core);
const { pathname: path, host } = new URL(url);
const run = crypto.randomUUID();
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

function sign(text: string, now: number): string {
  const sha256 = createHash("sha256").update(text).digest("base64");
  const content = `${encode({ alg: "HS256" })}.${encode({ iss: key, nbf: now - 1, exp: now + 300, sha256 })}`;
  return `${content}.${createHmac("sha256", secret).update(content).digest("base64url")}`;
}

let sent = 0;
const open = new Set<number>();
function nextNotification(connection: number): string {
  const { room, sid, identity } = participants[connection];
  const closes = open.delete(connection);
  if (!closes) open.add(connection);
  const now = Math.floor(Date.now() / 1_000);
  const body = {
    event: closes ? "track_unpublished" : "track_published",
    id: `${run}-${sent++}`,
    createdAt: String(now),
    room: { name: room },
    participant: { sid, identity },
    track: { sid: `TR_${connection}`, type: "AUDIO", source: "MICROPHONE" },
  };
  const headers = {
    "Content-Type": "application/webhook+json",
    Authorization: sign(JSON.stringify(body), now),
  };
  return requestText(host, { method: "POST", path, headers, body });
}

const load = { url, seconds, connections: participants.length, next: nextNotification };
console.log(JSON.stringify(await runRequests(load)));
process.exit(0);
