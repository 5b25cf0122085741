import type { OutboundReason } from "../../../src/platform/outbound/port.ts";
import { externalAddress } from "../unfurl/fake-web.ts";
import type { LocalDns } from "../unfurl/local-dns.ts";

type Rows = Partial<Record<OutboundReason, readonly string[]>>;

const internalNames: Record<string, readonly string[]> = {
  "a.inside.example": ["127.0.0.1"],
  "aaaa.inside.example": ["::1"],
  "both.inside.example": ["127.0.0.1", "::1"],
  "zero.inside.example": ["0.0.0.0"],
  "home.inside.example": ["192.168.1.1"],
  "cloud.inside.example": ["169.254.169.254"],
  "cloud6.inside.example": ["fd00:ec2::254"],
  "mapped.inside.example": ["::ffff:127.0.0.1"],
  "compatible.inside.example": ["::7f00:1"],
  "nat64.inside.example": ["64:ff9b::7f00:1"],
  "6to4.inside.example": ["2002:7f00:1::1"],
  "alias.inside.example": ["-> one.example", "-> two.example", "127.0.0.1"],
  "alias6.inside.example": ["-> outside.example", "::1"],
  "to-localhost.inside.example": ["-> localhost", "127.0.0.1"],
  "mixed.inside.example": [externalAddress, "127.0.0.1"],
  "mixed-back.inside.example": ["127.0.0.1", externalAddress],
  "mixed-families.inside.example": [externalAddress, "::1"],
  "mixed-alias.inside.example": ["-> outside.example", externalAddress, "10.0.0.1"],
  "127.0.0.1.inside.example": ["127.0.0.1"],
  "xn--nside-ysa.example": ["127.0.0.1"],
  "under_score.inside.example": ["127.0.0.1"],
};

/**
 * URLs that lead to an internal address or nowhere, by the reason of their refusal. They are refused both as input and
 * as the target of a redirect. PORT stands for the port of the fake hosts.
 */
export const hostileUrls: Rows = {
  "refused-address": [
    ...[
      ...["127.0.0.1", "127.0.0.2", "127.255.255.254", "127.1", "127.0.1", "2130706433", "017700000001"],
      ...["0x7f000001", "0x7F.1", "0x7f.0.0.1", "0177.0.0.1", "0177.0.0.0x1", "127.0.0.1.", "127.1."],
      ...["0", "0.0.0.0", "0x0", "00", "0.1.2.3"],
      ...["127。0。0。1", "127．0．0．1", "127｡0｡0｡1", "１２７.０.０.１", "①②⑦.0.0.1", "0ｘ7f.1"],
      ...["%31%32%37.0.0.1", "127%2E0%2E0%2E1", "127.0.0.%31", "127%E3%80%820.0.1", "127.0.0\u00ad.1"],
      ...["10.0.0.1", "10.255.255.255", "172.16.0.1", "172.31.255.255", "192.168.0.1", "192.168.255.255"],
      ...["169.254.169.254", "0xA9FEA9FE", "2852039166", "169.254.170.2", "100.64.0.1", "100.100.100.200"],
      ...["192.0.0.192", "168.63.129.16", "192.0.2.1", "192.88.99.1", "198.18.0.1", "198.51.100.1"],
      ...["203.0.113.1", "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255", "4294967295"],
      ...["[::1]", "[::]", "[0:0:0:0:0:0:0:1]", "[0000::0001]", "[::127.0.0.1]", "[::7f00:1]"],
      ...["[::ffff:127.0.0.1]", "[::FFFF:7F00:1]", "[0:0:0:0:0:ffff:127.0.0.1]", "[::ffff:10.0.0.1]"],
      ...["[::ffff:169.254.169.254]", "[::ffff:0.0.0.0]", "[::ffff:0:127.0.0.1]"],
      ...["[64:ff9b::127.0.0.1]", "[64:ff9b::a00:1]", "[64:ff9b:1::7f00:1]", "[2002:7f00:1::]"],
      ...["[2002:a9fe:a9fe::1]", "[2001:0:4136:e378:8000:63bf:80ff:fffe]", "[fe80::1]", "[fec0::1]"],
      ...["[fc00::1]", "[fd00:ec2::254]", "[ff02::1]", "[2001:db8::1]", "[100::1]", "[4000::1]"],
    ].map((host) => `http://${host}:PORT/`),
    "https://127.0.0.1:PORT/",
    "HTTP://127.0.0.1:PORT/",
    "http://169.254.169.254/latest/meta-data/",
    "http://[fd00:ec2::254]/latest/meta-data/",
    "http:\\\\127.0.0.1:PORT\\",
    "http:/\\127.0.0.1:PORT/",
    "http:////127.0.0.1:PORT/",
    "http://127.0.0.1:PORT\\@outside.example/",
    "http://127.0.0.1:PORT?@outside.example/",
    "http://127.0.0.1:PORT#@outside.example/",
    "http://@127.0.0.1:PORT/",
    "http://:@127.0.0.1:PORT/",
    ...Object.keys(internalNames).map((name) => `http://${name}:PORT/`),
    "http://A.INSIDE.EXAMPLE:PORT/",
    "http://a.inside.example.:PORT/",
    "http://a。inside。example:PORT/",
    "http://ínside.example:PORT/",
  ],
  "refused-host": [
    ...[
      "localhost",
      "LOCALHOST",
      "localhost.",
      "ｌｏｃａｌｈｏｓｔ",
      "ⓛocalhost",
      "%6cocalhost",
      "a.localhost",
    ],
    ...["inside", "metadata", "ip6-localhost", "metadata.google.internal", "METADATA.google.INTERNAL."],
    ...["router.local", "router.lan", "nas.home.arpa", "kubernetes.default.svc.cluster.local"],
    ...["a..example", ".example", "..", "localhost..", `${"a".repeat(64)}.example`],
    ...["chat.example", "CHAT.example."],
    ...["blocked.example", "very.blocked.example", "BLOCKED.example."],
  ].map((host) => `http://${host}:PORT/`),
  "unknown-host": ["nobody.example", "xn--nbody-jua.example", "outside.example.evil.example"].map(
    (host) => `http://${host}:PORT/`,
  ),
  credentials: [
    "http://outside.example@127.0.0.1:PORT/",
    "http://outside.example:80@127.0.0.1:PORT/",
    "http://outside.example%2f@127.0.0.1:PORT/",
    "http://a@b@127.0.0.1:PORT/",
    "http://127.0.0.1:PORT@outside.example/",
    "http://user:password@outside.example:PORT/",
    "http://:password@outside.example:PORT/",
  ],
  "bad-scheme": [
    ...[
      "file:///etc/passwd",
      "file://127.0.0.1/etc/passwd",
      "ftp://outside.example/",
      "sftp://outside.example/",
    ],
    ...[
      "gopher://127.0.0.1:6379/_INFO",
      "dict://127.0.0.1:11211/stats",
      "ldap://127.0.0.1/",
      "tftp://a.example/",
    ],
    ...["data:text/html,hello", "javascript:alert(1)", "about:blank", "blob:http://127.0.0.1:PORT/"],
    ...[
      "ws://127.0.0.1:PORT/",
      "wss://outside.example/",
      "mailto:ann@outside.example",
      "unix:/run/docker.sock",
    ],
    ...["jar:http://127.0.0.1:PORT!/", "view-source:http://127.0.0.1:PORT/", "httpx://outside.example/"],
  ],
  "bad-port": [0, 1, 22, 23, 25, 53, 110, 143, 389, 465, 587, 2049, 6000, 6667, 10080].map(
    (bad) => `http://outside.example:${bad}/`,
  ),
  "bad-url": [
    ...["http://", "http://:80/", "http://?", "http://[", "http://[]", "http://[::1", "http://a b.example/"],
    ...["http://[::1%lo]/", "http://[fe80::1%25eth0]/", "http://[fe80::1%eth0]/", "http://[::ffff:127.1]/"],
    ...[
      "http://256.1.1.1/",
      "http://1.2.3.4.5/",
      "http://4294967296/",
      "http://0x100000000/",
      "http://127.0.0.08/",
    ],
    ...["http://outside.example:65536/", "http://outside.example:-1/", "http://outside.example:80:80/"],
    ...["http://a%00.example/", "http://a%0d%0ab.example/", "http://a%2fb.example/", "http://xn--/"],
  ],
};

/** Hostile as input alone: in a redirect they could not be sent, or would be relative to the redirecting URL. */
export const hostileInputs: Rows = {
  "refused-address": [
    "http:127.0.0.1:PORT/",
    "http:/127.0.0.1:PORT/",
    "http:///127.0.0.1:PORT/",
    " http://127.0.0.1:PORT/ ",
    "\u0000\u001fhttp://127.0.0.1:PORT/",
    "ht\ntp:/\t/127.0\r.0.1:PORT/",
    "http://127.0.0.1\t:PORT/",
    "http://127\n.0.0.1:PORT/",
  ],
  "bad-url": [
    ...["", " ", "/", "127.0.0.1", "//127.0.0.1:PORT/", "outside.example", "?", "#", "://outside.example/"],
    ...["http//127.0.0.1/", "http://a\u0000.example/", "\\\\127.0.0.1\\", "//", "undefined"],
  ],
  "bad-scheme": ["localhost:PORT", "C:\\Windows"],
};

export function registerInternalNames(dns: LocalDns): void {
  for (const [name, records] of Object.entries(internalNames)) dns.set(name, ...records);
  // These resolve to the external address: a guard that looked them up would not refuse them.
  for (const name of ["localhost", "inside", "metadata", "metadata.google.internal", "chat.example"])
    dns.set(name, externalAddress);
  for (const name of ["blocked.example", "very.blocked.example", "router.local"])
    dns.set(name, externalAddress);
}
