/** The control: LiveKit's SDK in a bare Bun server, without a database, permissions or events. */
import { AccessToken, RoomServiceClient, WebhookReceiver } from "livekit-server-sdk";

const { url, key, secret } = JSON.parse(process.argv[2] ?? "{}");
const rooms = new RoomServiceClient(url, key, secret);
const receiver = new WebhookReceiver(key, secret);
/** How many notifications have arrived, by their event. */
const counts: Record<string, number> = {};

async function createToken(request: Request): Promise<Response> {
  const { room, identity } = (await request.json()) as Record<"room" | "identity", string>;
  const token = new AccessToken(key, secret, { identity, ttl: 10 });
  token.addGrant({ roomJoin: true, room });
  return Response.json({ token: await token.toJwt(), url });
}

const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  routes: {
    "/token": createToken,
    async "/join"(request) {
      const { room } = (await request.clone().json()) as { room: string };
      await rooms.createRoom({ name: room, emptyTimeout: 300 });
      return await createToken(request);
    },
    async "/notification"(request) {
      const authorization = request.headers.get("authorization") ?? undefined;
      const { event } = await receiver.receive(await request.text(), authorization);
      counts[event] = (counts[event] ?? 0) + 1;
      return new Response(null, { status: 204 });
    },
    "/counts": () => Response.json(counts),
  },
});

process.on("message", () => process.exit(0));
process.send?.({ url: server.url.origin });
