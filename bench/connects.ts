/** Opens connections, several at a time, and measures the time from connecting to Ready. */
export {};

const { url, tokens, parallel, rounds } = JSON.parse(process.argv[2] ?? "{}");

function connectOnce(token: string): Promise<number> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${url}?token=${token}`);
    socket.onmessage = ({ data }) => {
      if (!String(data).startsWith('{"type":"Ready"')) return;
      resolve(performance.now() - began);
      socket.close();
    };
    socket.onerror = () => reject(new Error("no connection"));
  });
}

const times: number[] = [];
for (let round = 0; round < rounds; round++) {
  const some = Array.from({ length: parallel }, (_, index) => (round * parallel + index) % tokens.length);
  times.push(...(await Promise.all(some.map((index) => connectOnce(tokens[index])))));
}
console.log(JSON.stringify(times));
