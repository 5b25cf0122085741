/** Connects again and again with one token, at a steady rate, until it is told to stop. */
export {};

const { url, token, everyMs } = JSON.parse(process.argv[2] ?? "{}");
const counts = { opened: 0, ready: 0, refused: 0 };

const timer = setInterval(() => {
  const socket = new WebSocket(`${url}?token=${token}`);
  let isReady = false;
  counts.opened += 1;
  socket.onmessage = ({ data }) => {
    if (!String(data).startsWith('{"type":"Ready"')) return;
    isReady = true;
    counts.ready += 1;
    socket.close();
  };
  socket.onclose = () => {
    if (!isReady) counts.refused += 1;
  };
}, everyMs);

process.on("message", () => {
  clearInterval(timer);
  process.send?.({ ...counts });
});
process.send?.({});
