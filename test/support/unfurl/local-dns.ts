import { createSocket } from "node:dgram";
import { once } from "node:events";
import ipaddr from "ipaddr.js";

/** An address, or an alias (`-> name`) that the following records belong to. */
export type DnsRecord = string;

export interface LocalDns extends AsyncDisposable {
  /** For `dns_servers` in the configuration. */
  readonly server: string;
  /** How often the IPv4 and the IPv6 addresses of a name were queried. */
  queries(name: string): { readonly four: number; readonly six: number };
  /** Sets the records of a name; `setInTurn` sets different ones for each query. */
  set(name: string, ...records: DnsRecord[]): void;
  setInTurn(name: string, ...turns: DnsRecord[][]): void;
  /** Leaves queries for this name without a response. */
  silence(name: string): void;
}

const types = { a: 1, cname: 5, aaaa: 28 };
const nameError = 3;

/** Opens a DNS server on the loopback interface. */
export async function openLocalDns(): Promise<LocalDns> {
  const zone = new Map<string, DnsRecord[][]>();
  const silent = new Set<string>();
  const questions: { name: string; type: number }[] = [];
  const count = (name: string, type: number) =>
    questions.filter((question) => question.name === name && question.type === type).length;
  const socket = createSocket("udp4");
  socket.on("message", (query, from) => {
    const { name, type, end } = readQuestion(query);
    if (silent.has(name)) return;
    const turns = zone.get(name);
    const records = turns?.[Math.min(count(name, type), turns.length - 1)];
    questions.push({ name, type });
    socket.send(writeAnswer(query.subarray(0, end), { name, type, records }), from.port, from.address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  return {
    server: `127.0.0.1:${socket.address().port}`,
    queries: (name) => ({ four: count(name, types.a), six: count(name, types.aaaa) }),
    set: (name, ...records) => void zone.set(name, [records]),
    setInTurn: (name, ...turns) => void zone.set(name, turns),
    silence: (name) => void silent.add(name),
    async [Symbol.asyncDispose]() {
      socket.close();
    },
  };
}

const headerLength = 12;

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = headerLength;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join(".").toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

interface AnsweredQuestion {
  readonly name: string;
  readonly type: number;
  readonly records: readonly DnsRecord[] | undefined;
}

/** Repeats the question, followed by the answers. */
function writeAnswer(question: Buffer, { name, type, records }: AnsweredQuestion): Buffer {
  const answers: Buffer[] = [];
  let owner = name;
  for (const record of records ?? []) {
    const alias = /^-> (.+)$/.exec(record)?.[1];
    if (alias !== undefined) {
      answers.push(writeRecord(owner, types.cname, writeName(alias)));
      owner = alias;
    } else {
      const bytes = ipaddr.parse(record).toByteArray();
      const kind = bytes.length === 4 ? types.a : types.aaaa;
      if (kind === type) answers.push(writeRecord(owner, kind, Buffer.from(bytes)));
    }
  }
  const packet = Buffer.concat([question, ...answers]);
  packet.writeUInt16BE(0x8180 | (records ? 0 : nameError), 2);
  packet.writeUInt16BE(answers.length, 6);
  packet.fill(0, 8, headerLength);
  return packet;
}

function writeRecord(owner: string, type: number, data: Buffer): Buffer {
  const fixed = Buffer.alloc(10);
  fixed.writeUInt16BE(type, 0);
  fixed.writeUInt16BE(1, 2);
  fixed.writeUInt16BE(data.length, 8);
  return Buffer.concat([writeName(owner), fixed, data]);
}

function writeName(name: string): Buffer {
  const labels = name.split(".").map((label) => Buffer.from([label.length, ...Buffer.from(label, "latin1")]));
  return Buffer.concat([...labels, Buffer.from([0])]);
}
