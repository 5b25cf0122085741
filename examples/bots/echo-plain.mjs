// An echo bot without any library, for Node 22 or Bun:
//   BOT_TOKEN=… API_URL=https://chat.example.org/api node echo-plain.mjs
const { BOT_TOKEN: token = "", API_URL: api = "http://localhost:8080/api" } = process.env;
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
let [socket, self, failures] = [undefined, "", 0];

async function call(method, path, body) {
  const headers = { "x-bot-token": token, "content-type": "application/json" };
  const response = await fetch(api + path, { method, headers, body: JSON.stringify(body) });
  if (response.status === 429) {
    await sleep((await response.json()).retry_after);
    return call(method, path, body);
  }
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
}

async function reply({ _id, channel, content, user, mentions = [] }) {
  // Bots that answer each other never stop. System messages have no user.
  if (!content || !user || user.bot) return;
  const messages = `/channels/${channel}/messages`;
  if (mentions.includes(self)) await call("PUT", `${messages}/${_id}/reactions/${encodeURIComponent("👋")}`);
  else await call("POST", messages, { content, replies: [{ id: _id, mention: false }] });
}

function receive(event) {
  if (event.type === "Bulk") event.v.forEach(receive);
  if (event.type === "Message") reply(event).catch(console.error);
  if (event.type === "Ready") {
    self = event.users.find(({ relationship }) => relationship === "User")._id;
    failures = 0;
    console.log("ready");
  }
  if (event.type === "Logout" || event.error === "InvalidSession") {
    console.error("The token is not valid.");
    process.exit(1);
  }
}

async function listen() {
  const { ws } = await (await fetch(`${api}/`)).json();
  socket = new WebSocket(`${ws}?version=1&format=json`);
  const send = (packet) => socket.send(JSON.stringify(packet));
  socket.onopen = () => send({ type: "Authenticate", token });
  socket.onmessage = ({ data }) => receive(JSON.parse(data));
  const ping = () => socket.readyState === WebSocket.OPEN && send({ type: "Ping", data: Date.now() });
  const pinging = setInterval(ping, 20_000);
  await new Promise((closed) => socket.addEventListener("close", closed));
  clearInterval(pinging);
}

function stop() {
  socket?.close();
  process.exit();
}
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, stop);
for (;;) {
  await listen().catch(({ message }) => console.error(message));
  // Longer each time, and random, so that not all bots reconnect at the same moment.
  await sleep(Math.min(1000 * 2 ** failures++, 60_000) * (0.5 + Math.random() / 2));
}
