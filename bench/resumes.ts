/** Many clients that connect, lose their connections together, and resume them all at once. */
export type ResumesOrder =
  | { readonly order: "connect"; readonly url: string; readonly tokens: readonly string[] }
  | { readonly order: "cut" }
  /** The reply comes when all have what they missed; to a server without tokens, when all have its greeting. */
  | { readonly order: "resume" };

interface Client {
  readonly token: string;
  connection: string;
  position: string;
  socket: WebSocket | undefined;
}

let url = "";
let clients: Client[] = [];
let anew = 0;

/** Resolves when the server has sent all that it sends first. */
function open(client: Client): Promise<void> {
  const { token, position, connection } = client;
  const query = new URLSearchParams({ token, resume: position || "1", ...(position && { connection }) });
  const opened = Promise.withResolvers<void>();
  const socket = new WebSocket(`${url}?${query}`);
  client.socket = socket;
  let left = 0;
  socket.onmessage = ({ data }) => {
    const packet = JSON.parse(String(data));
    client.connection = packet.connection ?? client.connection;
    client.position = packet.to ?? packet.position ?? client.position;
    if (packet.type === "Ready" && position) anew += 1;
    if (packet.type === "Resumed") left = packet.packets;
    else if (packet.type === "Ready" || --left === 0) opened.resolve();
  };
  return opened.promise;
}

process.on("message", async (message: ResumesOrder) => {
  if (message.order === "connect") {
    url = message.url;
    clients = message.tokens.map((token) => ({ token, connection: "", position: "", socket: undefined }));
    for (let at = 0; at < clients.length; at += 50) await Promise.all(clients.slice(at, at + 50).map(open));
  } else if (message.order === "cut") for (const { socket } of clients) socket?.close();
  else await Promise.all(clients.map(open));
  process.send?.({ anew });
});
process.send?.({});
