import type { Inline } from "./tree.ts";

/** Characters that turn the order of a text around, so that it can be read as something else than it is. */
const turning = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/;

/**
 * What has to be shown next to the text of a link, so that nobody is led somewhere else than the text says: the host, or
 * the address of a mail. Undefined if the text says it itself.
 */
export function leadsTo(address: string, children: readonly Inline[]): string | undefined {
  const url = URL.parse(address);
  if (!url) return undefined;
  const text = textOf(children).trim();
  if (url.protocol === "mailto:") {
    const mailbox = decode(url.pathname);
    return text.replace(/^mailto:/i, "") === mailbox ? undefined : mailbox;
  }
  const host = readableHost(address, url);
  // The part before an @ looks like a host, but is a user name.
  const saysIt = url.username === "" && url.password === "" && !turning.test(text) && beginsWith(text, host);
  return saysIt ? undefined : host;
}

function beginsWith(text: string, host: string): boolean {
  const written = text
    .normalize("NFC")
    .toLowerCase()
    .replace(/^https?:\/\//, "");
  return written.startsWith(host) && /^([/?#]|$)/.test(written.slice(host.length));
}

function textOf(nodes: readonly Inline[]): string {
  return nodes
    .map((node) => {
      if ("value" in node) return node.value;
      // Emoji and mentions cannot be part of an address.
      return "children" in node ? textOf(node.children) : "\uFFFC";
    })
    .join("");
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The host as written if none of its letters is easily confused with another; otherwise in Punycode. */
function readableHost(address: string, url: URL): string {
  const [, authority = ""] = /^[a-z]+:[\\/]*([^\\/?#]*)/i.exec(address) ?? [];
  const written = authority
    .slice(authority.lastIndexOf("@") + 1)
    .normalize("NFC")
    .toLowerCase();
  const [name = "", ...port] = written.split(":");
  const isSame = URL.parse(`https://${name}`)?.hostname === url.hostname && port.length <= 1;
  return isSame && name.split(".").every(isUnmistakable) ? url.host.replace(url.hostname, name) : url.host;
}

/** Scripts of which no letter looks like one of another script, and Latin letters as European languages use them. */
const ownScripts = [
  /^[-0-9a-z]*$/,
  /^[-0-9a-zß-öø-ÿāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįĵķĺļľłńņňŋōŏőœŕŗřśŝşšţťŧũūŭůűųŵŷźżž]+$/,
  /^[-0-9\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+$/u,
  /^[-0-9\p{Script=Hangul}]+$/u,
  /^[-0-9\p{Script=Arabic}]+$/u,
  /^[-0-9\p{Script=Hebrew}]+$/u,
  /^[-0-9\p{Script=Thai}]+$/u,
  /^[-0-9\p{Script=Devanagari}]+$/u,
];
/** Scripts with letters that look like Latin ones: one letter at least must be another. */
const similarScripts = [
  { all: /^[-0-9\p{Script=Cyrillic}]+$/u, other: /[^-0-9асԁеһіјӏорԛѕԝхуъьҽпгѵѡ]/ },
  { all: /^[-0-9\p{Script=Greek}]+$/u, other: /[^-0-9αηικνορτυχω]/ },
];

function isUnmistakable(label: string): boolean {
  return (
    ownScripts.some((script) => script.test(label)) ||
    similarScripts.some(({ all, other }) => all.test(label) && other.test(label))
  );
}
