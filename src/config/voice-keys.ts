import Type from "typebox";
import { choice, secret, section, text, whole } from "./key-types.ts";

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
  private: Type.Optional(Type.Boolean({ description: "Not shown to clients." })),
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
  connects_by_address: whole(
    60,
    "Connections to calls that one address (IPv6: one /64) may attempt in each window of voice.connects_window_ms, at the LiveKit server that Ermine runs; a further one is refused with 429. 0, or ratelimits.enabled off: no limit.",
  ),
  connects_by_user: whole(30, "The same for one user, whatever the address."),
  connects_window_ms: whole(60_000, "Length of the window of the two limits above.", { minimum: 1 }),
  nodes: Type.Array(voiceNode, {
    default: [],
    description:
      "Running LiveKit servers, as [[voice.nodes]] in the file, or as JSON in the variable. The first one is the default.",
  }),
});
