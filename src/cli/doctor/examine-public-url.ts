import type { Config } from "../../config/schema.ts";
import type { Services } from "../../declare/services.ts";
import { daysLeft, readCertificates, reportedDays } from "../../platform/network/certificates.ts";
import { isInternal } from "../../platform/network/client-network.ts";
import { explainCertificate } from "./certificate-problem.ts";
import { attempt, type Finding, failure, ok, warning } from "./finding.ts";

const timeoutMs = 10_000;

/** Calls the running server as a client does, through whatever proxy is in front of it. */
export async function examinePublicUrl(services: Services): Promise<Finding[]> {
  const { api, events } = services.urls;
  const reached = await attempt(
    "public URL",
    `Start the server, and check that ${api} reaches it: DNS, proxy, firewall and public_url.`,
    explainCertificate("public URL", "public_url", async () => {
      const response = await fetch(api, { signal: AbortSignal.timeout(timeoutMs) });
      const root = (await response.json().catch(() => undefined)) as { vapid?: unknown } | undefined;
      if (!response.ok || typeof root?.vapid !== "string")
        throw new Error(`${api} does not answer as Ermine does (status ${response.status})`);
      if (root.vapid !== services.secrets.vapid.publicKey)
        throw new Error(`${api} is another server, or one with different secrets`);
      return ok("public URL", `${api} reaches this server`);
    }),
  );
  if (reached.state !== "ok") return [reached];
  const upgraded = await attempt(
    "event stream",
    `Configure the proxy to forward WebSockets at ${events}, with the headers Upgrade and Connection.`,
    async () => {
      await openSocket(events);
      return ok("event stream", `${events} accepts WebSockets`);
    },
  );
  return [reached, upgraded, await examineForwarding(services)];
}

function openSocket(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url);
    const settle = (done: () => void) => {
      clearTimeout(timer);
      socket.close();
      done();
    };
    const refuse = () => settle(() => reject(new Error(`${url} accepts no WebSocket`)));
    const timer = setTimeout(refuse, timeoutMs);
    socket.onopen = () => settle(resolve);
    socket.onerror = refuse;
  });
}

interface SeenAddress {
  readonly peer: string;
  readonly forwarded: string | null;
  readonly address: string;
  /** Whether the server believes what the peer forwards. */
  readonly believes: boolean;
}

/** Asks the server which address it sees for this client. */
function examineForwarding({ urls, secrets }: Services): Promise<Finding> {
  const check = "client address";
  return attempt(check, "Check the log of the server.", async () => {
    const response = await fetch(urls.api.replace(/api$/, "health/address"), {
      headers: { "x-ermine-probe": secrets.probeToken },
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok) throw new Error(`the server did not report it (status ${response.status})`);
    const { peer, forwarded, address, believes } = (await response.json()) as SeenAddress;
    if (forwarded !== null && !believes)
      return failure(
        check,
        `the proxy at ${peer} reports ${forwarded}, but the proxy is not trusted: all clients share its rate limits`,
        `Add ${peer} to trusted_proxies.`,
      );
    if (forwarded === null && urls.api.startsWith("https:") && isInternal(peer))
      return warning(
        check,
        `the proxy at ${peer} does not report the client's address: all clients share its rate limits`,
        "Make the proxy set X-Forwarded-For, and add its address to trusted_proxies.",
      );
    return ok(check, forwarded === null ? `${address}, without a proxy` : `${address}, reported by ${peer}`);
  });
}

const renewalAdvice =
  "Renew it and reload the web server: with nginx, `certbot renew` and `systemctl reload nginx`. Caddy renews it automatically; its log says why it could not.";

/** Warns three weeks before a certificate at a public address expires. The last day is a failure. */
export async function examineCertificates(config: Config): Promise<Finding[]> {
  return (await readCertificates(config)).map((certificate) => {
    const days = daysLeft(certificate, Date.now());
    const end = new Date(certificate.expiresAt).toISOString().slice(0, 10);
    const text = `${certificate.name}: expires on ${end}, in ${days} ${days === 1 ? "day" : "days"}`;
    if (days < 0) return failure("certificate", `${certificate.name}: expired on ${end}`, renewalAdvice);
    if (days < 1) return failure("certificate", text, renewalAdvice);
    return days < reportedDays ? warning("certificate", text, renewalAdvice) : ok("certificate", text);
  });
}
