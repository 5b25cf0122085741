import Type from "typebox";
import { choice, pair, secret, section, text, whole } from "./key-types.ts";

const voiceNode = section("A running LiveKit server.", {
  name: Type.String({
    pattern: "^[a-z0-9-]{1,64}$",
    form: "1 to 64 small letters, digits and dashes",
    description: "Name of the node.",
  }),
  public_url: Type.String({
    pattern: "^wss?://.+",
    form: "an address that begins with wss:// or ws://",
    description: "Address that clients connect to.",
  }),
  url: Type.String({
    pattern: "^https?://.+",
    form: "an address that begins with https:// or http://",
    description: "Address that this server calls.",
  }),
  key: Type.String({ minLength: 1, description: "API key." }),
  secret: Type.String({ minLength: 1, description: "Secret of the API key.", ...secret }),
  lat: Type.Optional(Type.Number({ description: "Latitude." })),
  lon: Type.Optional(Type.Number({ description: "Longitude." })),
  metrics_url: Type.Optional(
    Type.String({
      pattern: "^https?://.+",
      form: "an address that begins with https:// or http://",
      description: "Address of its Prometheus metrics, from which this server takes the packets of calls.",
    }),
  ),
  private: Type.Optional(Type.Boolean({ description: "Not shown to clients." })),
});

/** The defaults leave the resolution to the limits of users. */
const videoOf = (what: string, frameRate: number) =>
  section(`Largest video of a ${what}; published to clients.`, {
    resolution: pair(
      [3840, 2160],
      `Largest video of a ${what} in pixels, width and height, within limits.*.video_resolution. Larger ones are refused.`,
    ),
    frame_rate: whole(frameRate, `Most frames in a second of a ${what}. Clients obey it.`, { minimum: 1 }),
    bitrate: whole(
      8_000_000,
      `Most bits in a second of a ${what}. Videos whose client announces more are refused.`,
      { minimum: 1 },
    ),
  });

export const voiceKeys = section("Calls, whose media a LiveKit server carries.", {
  mode: choice(
    ["auto", "nodes", "off"],
    "auto",
    "`auto`: use voice.nodes or, without any, run the LiveKit server of this machine if there is one. `nodes`: use voice.nodes only. `off`: no calls.",
  ),
  binary: text("", "Program of the LiveKit server that Ermine runs. Empty: livekit-server on the PATH."),
  node_ip: text(
    "",
    "Address (IP) to which clients send audio and video, of the LiveKit server that Ermine runs. Empty: the address of the host in public_url.",
  ),
  udp_port: whole(7882, "UDP port for audio and video, of the LiveKit server that Ermine runs.", {
    minimum: 1,
    maximum: 65535,
  }),
  tcp_port: whole(7881, "TCP port for clients that cannot use the UDP port. 0: none.", { maximum: 65535 }),
  port: whole(
    7880,
    "Port on the loopback interface under which Ermine reaches the LiveKit server that it runs.",
    {
      minimum: 1,
      maximum: 65535,
    },
  ),
  turn: section(
    "TURN over TLS, for clients whose network lets nothing but port 443 through, at the LiveKit server that Ermine runs.",
    {
      domain: text("", "Name under which clients reach it, on port 443. Empty: no TURN."),
      port: whole(
        5349,
        "TCP port on which LiveKit listens for it, on all addresses. Port 443 of the name must lead there.",
        { minimum: 1, maximum: 65535 },
      ),
      cert_file: text(
        "",
        "Certificate of the name, and the chain to its authority (PEM). Empty: a proxy in front of the port ends TLS.",
      ),
      key_file: text("", "Private key of the certificate (PEM)."),
    },
  ),
  metrics_port: whole(
    0,
    "Port on the loopback interface on which the LiveKit server that Ermine runs serves its metrics, from which Ermine takes the packets of calls. 0: none.",
    { maximum: 65535 },
  ),
  connects_by_address: whole(
    60,
    "Connections to calls that one address (IPv6: one /64) may attempt in each window of voice.connects_window_ms, at the LiveKit server that Ermine runs; a further one is refused with 429. 0, or ratelimits.enabled off: no limit.",
  ),
  connects_by_user: whole(30, "The same for one user, whatever the address."),
  connects_window_ms: whole(60_000, "Length of the window of the two limits above.", { minimum: 1 }),
  video: section("Bounds of video in calls.", {
    camera: videoOf("camera", 30),
    screen: videoOf("shared screen", 60),
  }),
  nodes: Type.Array(voiceNode, {
    default: [],
    description:
      "Running LiveKit servers, as [[voice.nodes]] in the file, or as JSON in the variable. The first one is the default.",
  }),
});
