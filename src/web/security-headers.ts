import type { Services } from "../declare/services.ts";

const onEveryPage = {
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
};

/** What hCaptcha's documentation lists for scripts, frames, styles and connections. */
const captchaSources = ["https://hcaptcha.com", "https://*.hcaptcha.com"];

/** For Ermine's own client, which consists of files of this server alone. */
export function clientHeaders({ urls, voice, config }: Services): Record<string, string> {
  const media = [urls.files, urls.proxy].map(originOf);
  // LiveKit's client also checks over HTTP why a socket was refused.
  const nodes = (voice?.all ?? []).flatMap(({ publicUrl }) => [publicUrl, publicUrl.replace(/^ws/, "http")]);
  const connections = [urls.api, urls.events, urls.files, urls.proxy, ...nodes].map(originOf);
  // Noise suppression in calls is WebAssembly.
  const webAssembly = voice ? ["'wasm-unsafe-eval'"] : [];
  const captcha = config.captcha.secret === "" ? [] : captchaSources;
  return {
    ...onEveryPage,
    "content-security-policy": policy({
      "default-src": ["'none'"],
      "script-src": ["'self'", ...webAssembly, ...captcha],
      "style-src": ["'self'", ...captcha],
      "img-src": ["'self'", ...media, "data:", "blob:"],
      "media-src": ["'self'", ...media, "blob:"],
      "font-src": ["'self'"],
      "connect-src": ["'self'", ...connections, ...captcha],
      "frame-src": captcha.length > 0 ? captcha : ["'none'"],
      "manifest-src": ["'self'"],
      "worker-src": ["'self'"],
      "frame-ancestors": ["'none'"],
      "base-uri": ["'none'"],
      "form-action": ["'self'"],
    }),
    "permissions-policy":
      "camera=(self), display-capture=(self), microphone=(self), geolocation=(), payment=(), usb=()",
  };
}

/** For the admin page, which shows images of the file service alone, and connects only to its own address. */
export function adminHeaders({ urls }: Services): Record<string, string> {
  return {
    ...onEveryPage,
    "content-security-policy": policy({
      "default-src": ["'none'"],
      "script-src": ["'self'"],
      "style-src": ["'self'"],
      "img-src": ["'self'", originOf(urls.files)],
      "connect-src": ["'self'"],
      "frame-ancestors": ["'none'"],
      "base-uri": ["'none'"],
      "form-action": ["'none'"],
    }),
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), display-capture=(), microphone=(), geolocation=(), payment=(), usb=()",
    "x-robots-tag": "noindex",
  };
}

/** For another client: what it loads and from where is unknown. Other sites still cannot frame it. */
export const foreignClientHeaders: Readonly<Record<string, string>> = {
  ...onEveryPage,
  "content-security-policy": "frame-ancestors 'none'; base-uri 'self'; object-src 'none'",
  "x-frame-options": "DENY",
};

/** For pages without script, whose one style sheet has this digest. */
export function plainPageHeaders({ urls }: Services, styleDigest: string): Record<string, string> {
  return {
    ...onEveryPage,
    "content-security-policy": policy({
      "default-src": ["'none'"],
      "style-src": [`'sha256-${styleDigest}'`],
      "img-src": ["'self'", originOf(urls.files)],
      "frame-ancestors": ["'none'"],
      "base-uri": ["'none'"],
      "form-action": ["'self'"],
    }),
    "permissions-policy": "camera=(), display-capture=(), microphone=(), geolocation=(), payment=(), usb=()",
    "cache-control": "no-store",
  };
}

function policy(directives: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${[...new Set(sources)].join(" ")}`)
    .join("; ");
}

/** `URL.origin` is "null" for the schemes of WebSockets in some engines, so it is composed here. */
function originOf(url: string): string {
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}`;
}
