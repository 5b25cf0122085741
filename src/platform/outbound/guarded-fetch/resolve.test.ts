import { expect, test } from "bun:test";
import { createResolve } from "./resolve.ts";

/** A name server that knows one address of one name. */
async function startNameServer(known: string, address: readonly number[]) {
  const question = Buffer.concat([
    ...known.split(".").map((label) => Buffer.from([label.length, ...Buffer.from(label)])),
    Buffer.from([0, 0, 1, 0, 1]),
  ]);
  return Bun.udpSocket({
    hostname: "127.0.0.1",
    socket: {
      data(socket, request, port, from) {
        const isKnown = request.subarray(12, 12 + question.length).equals(question);
        const header = [request[0] ?? 0, request[1] ?? 0, 0x81, 0x80, 0, 1, 0, isKnown ? 1 : 0, 0, 0, 0, 0];
        const asked = request.subarray(12, request.indexOf(0, 12) + 5);
        const answer = isKnown ? [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...address] : [];
        socket.send(Buffer.from([...header, ...asked, ...answer]), port, from);
      },
    },
  });
}

test("a name is looked up at the given name servers", async () => {
  const nameServer = await startNameServer("ermine.test", [192, 0, 2, 7]);
  const resolve = createResolve([`127.0.0.1:${nameServer.port}`]);
  expect(await resolve("ermine.test")).toEqual([{ address: "192.0.2.7", family: 4 }]);
  await expect(resolve("other.test")).rejects.toThrow("the host has no address");
  nameServer.close();
});

test("without name servers the system is asked, which knows its own name", async () => {
  const addresses = await createResolve([])("localhost");
  expect(addresses.every(({ address }) => ["127.0.0.1", "::1"].includes(address))).toBe(true);
});
