import { describe, expect, test } from "bun:test";
import { configWith } from "../../../config/load.ts";
import { describeLiveKit } from "./livekit-config.ts";

const describeFor = async (config: Record<string, unknown>) =>
  JSON.parse(await describeLiveKit({ config: configWith(config), secret: "secret", listeningPort: 8080 }));

const loopback = { interfaces: { includes: ["lo", "lo0"] }, enable_loopback_candidate: true };

describe("the configuration of LiveKit", () => {
  test("opens one port for UDP and one for TCP, and listens for signals on the loopback interface", async () => {
    expect(await describeFor({ public_url: "https://203.0.113.9" })).toEqual({
      port: 7880,
      bind_addresses: ["127.0.0.1"],
      rtc: { udp_port: 7882, tcp_port: 7881, node_ip: "203.0.113.9", use_external_ip: false },
      keys: { ermine: "secret" },
      webhook: { api_key: "ermine", urls: ["http://127.0.0.1:8080/livekit-ingress/main"] },
      logging: { json: true, level: "warn" },
    });
  });

  test("serves metrics where a port is given for them", async () => {
    const { prometheus } = await describeFor({ voice: { metrics_port: 7889, node_ip: "203.0.113.9" } });
    expect(prometheus).toEqual({ port: 7889 });
  });

  test.each([
    [{}, "127.0.0.1", loopback],
    [{ public_url: "http://localhost:9000" }, "127.0.0.1", loopback],
    [{ public_url: "https://[2001:db8::1]:9000" }, "2001:db8::1", {}],
    [{ public_url: "https://203.0.113.9", voice: { node_ip: "198.51.100.7" } }, "198.51.100.7", {}],
    [{ voice: { node_ip: "127.0.0.2" } }, "127.0.0.2", loopback],
  ])("with %p, clients send media to %s", async (config, node_ip, more) => {
    const { rtc } = await describeFor(config);
    expect(rtc).toEqual({ udp_port: 7882, tcp_port: 7881, node_ip, use_external_ip: false, ...more });
  });

  test.each([
    ["0.0.0.0", "127.0.0.1"],
    ["::", "127.0.0.1"],
    ["192.168.1.5", "192.168.1.5"],
    ["::1", "[::1]"],
  ])("a server that listens on %s is notified at %s", async (host, notified) => {
    const { webhook } = await describeFor({ host, voice: { node_ip: "203.0.113.9" } });
    expect(webhook.urls).toEqual([`http://${notified}:8080/livekit-ingress/main`]);
  });

  test("has a TURN server if there is a name for it, with a certificate or behind a proxy", async () => {
    const turn = { domain: "turn.example.org", port: 443, cert_file: "/cert", key_file: "/key" };
    const own = { enabled: true, domain: "turn.example.org", tls_port: 443 };
    const node_ip = "203.0.113.9";
    const { turn: withCertificate } = await describeFor({ voice: { node_ip, turn } });
    expect(withCertificate).toEqual({ ...own, cert_file: "/cert", key_file: "/key" });
    const proxied = { ...turn, cert_file: "", key_file: "" };
    expect((await describeFor({ voice: { node_ip, turn: proxied } })).turn).toEqual({
      ...own,
      external_tls: true,
    });
  });
});
