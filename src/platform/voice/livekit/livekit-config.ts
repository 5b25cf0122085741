import ipaddr from "ipaddr.js";
import type { Config } from "../../../config/schema.ts";

/** The name of the LiveKit server that this server runs, among the voice nodes. */
export const ownNodeName = "main";
/** The name of its API key. */
export const ownKey = "ermine";

export interface OwnLiveKit {
  readonly config: Config;
  readonly secret: string;
  /** The port on which this server itself listens. */
  readonly listeningPort: number;
}

/** The configuration file of the LiveKit server that this server runs. JSON is YAML. */
export async function describeLiveKit({ config, secret, listeningPort }: OwnLiveKit): Promise<string> {
  const { port, udp_port, tcp_port, metrics_port } = config.voice;
  const address = await findNodeAddress(config);
  return JSON.stringify(
    {
      port,
      bind_addresses: ["127.0.0.1"],
      rtc: { udp_port, tcp_port, node_ip: address, use_external_ip: false, ...loopbackOptions(address) },
      ...(config.voice.turn.domain !== "" && { turn: turnOptions(config.voice.turn) }),
      ...(metrics_port > 0 && { prometheus: { port: metrics_port } }),
      keys: { [ownKey]: secret },
      webhook: { api_key: ownKey, urls: [notificationUrl(config, listeningPort)] },
      logging: { json: true, level: levelOf(config.log.level) },
    },
    null,
    2,
  );
}

/** The address to which clients send media. Clients reach the host of `public_url`, so that is where media goes too. */
async function findNodeAddress({ voice: { node_ip }, public_url }: Config): Promise<string> {
  if (node_ip !== "") return node_ip;
  const host = new URL(public_url || "http://localhost").hostname.replace(/^\[|\]$/g, "");
  if (process.getBuiltinModule("node:net").isIP(host)) return host;
  if (host === "localhost") return "127.0.0.1";
  // The name servers first: many machines have their own name with a loopback address in the hosts file.
  const { lookup, resolve4, resolve6 } = process.getBuiltinModule("node:dns/promises");
  const [address] = await resolve4(host)
    .catch(() => resolve6(host))
    .catch(async () => [(await lookup(host)).address]);
  if (address === undefined) throw new Error(`${host} has no address`);
  return address;
}

/** By default LiveKit ignores the loopback interface. */
function loopbackOptions(address: string): object {
  if (ipaddr.process(address).range() !== "loopback") return {};
  return { interfaces: { includes: ["lo", "lo0"] }, enable_loopback_candidate: true };
}

function turnOptions({ domain, port, cert_file, key_file }: Config["voice"]["turn"]): object {
  const certificate = cert_file === "" ? { external_tls: true } : { cert_file, key_file };
  return { enabled: true, domain, tls_port: port, ...certificate };
}

function notificationUrl({ host }: Config, port: number): string {
  const own = ["0.0.0.0", "::", "localhost"].includes(host) ? "127.0.0.1" : host;
  return `http://${own.includes(":") ? `[${own}]` : own}:${port}/livekit-ingress/${ownNodeName}`;
}

/** LiveKit reports every step of every participant as `info`. */
function levelOf(level: Config["log"]["level"]): string {
  if (level === "trace" || level === "debug") return "info";
  return level === "info" || level === "warn" ? "warn" : "error";
}
