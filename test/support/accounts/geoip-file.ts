import { writeFileSync } from "node:fs";
import ipaddr from "ipaddr.js";

type Value = string | number | readonly string[] | { readonly [key: string]: Value };
type Node = [Node | number | undefined, Node | number | undefined];

const marker = Buffer.concat([Buffer.from([0xab, 0xcd, 0xef]), Buffer.from("MaxMind.com")]);

/** Writes a database in the format of MaxMind, with 24 bits for a record. IPv6 has all of IPv4 below ::/96. */
export function writeGeoIpFile(
  path: string,
  networks: Readonly<Record<string, Value>>,
  { ipVersion = 6, type = "Test-City" }: { ipVersion?: 4 | 6; type?: string } = {},
): void {
  const root: Node = [undefined, undefined];
  const data: Buffer[] = [];
  let offset = 0;
  for (const [network, record] of Object.entries(networks)) {
    const encoded = encode(record);
    insert(root, bitsOf(network, ipVersion), offset);
    data.push(encoded);
    offset += encoded.length;
  }
  const nodes = listNodes(root);
  const tree = Buffer.alloc(nodes.length * 6);
  for (const [index, node] of nodes.entries())
    for (const side of [0, 1] as const) {
      const child = node[side];
      const value = typeof child === "number" ? nodes.length + 16 + child : child && nodes.indexOf(child);
      tree.writeUIntBE(value ?? nodes.length, index * 6 + side * 3, 3);
    }
  const metadata = encode({
    ...{ node_count: nodes.length, record_size: 24, ip_version: ipVersion, database_type: type },
    ...{ languages: ["en"], binary_format_major_version: 2, binary_format_minor_version: 0 },
    ...{ build_epoch: 1_780_000_000, description: { en: "For tests" } },
  });
  writeFileSync(path, Buffer.concat([tree, Buffer.alloc(16), ...data, marker, metadata]));
}

function bitsOf(network: string, ipVersion: 4 | 6): string {
  const [address, length] = ipaddr.parseCIDR(network);
  const bits = address
    .toByteArray()
    .map((byte) => byte.toString(2).padStart(8, "0"))
    .join("")
    .slice(0, length);
  return ipVersion === 6 && address.kind() === "ipv4" ? "0".repeat(96) + bits : bits;
}

function insert(root: Node, bits: string, value: number): void {
  let node = root;
  for (const [index, bit] of [...bits].entries()) {
    const side = bit === "1" ? 1 : 0;
    const child = node[side];
    if (index === bits.length - 1) node[side] = value;
    else if (typeof child === "object") node = child;
    else {
      const next: Node = [undefined, undefined];
      node[side] = next;
      node = next;
    }
  }
}

function listNodes(node: Node): Node[] {
  return [node, ...node.flatMap((child) => (typeof child === "object" ? listNodes(child) : []))];
}

function encode(value: Value): Buffer {
  if (typeof value === "string")
    return Buffer.concat([head(2, Buffer.byteLength(value)), Buffer.from(value)]);
  if (typeof value === "number") return Buffer.concat([head(6, 4), Buffer.from(uint32(value))]);
  if (Array.isArray(value)) return Buffer.concat([Buffer.from([value.length, 4]), ...value.map(encode)]);
  const entries = Object.entries(value as { readonly [key: string]: Value });
  return Buffer.concat([head(7, entries.length), ...entries.flat().map((part) => encode(part))]);
}

const head = (type: number, size: number) =>
  Buffer.from(size < 29 ? [(type << 5) | size] : [(type << 5) | 29, size - 29]);

const uint32 = (value: number) => new Uint8Array([value >>> 24, value >>> 16, value >>> 8, value]);
