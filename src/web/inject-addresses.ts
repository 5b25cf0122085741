import type { Services } from "../declare/services.ts";
import type { EditText } from "./built-client.ts";

/**
 * Puts the addresses of this server into the files of a client that was built for no server in particular. The images of
 * Stoat's and Revolt's web clients are built with these placeholders, and their start scripts replace them.
 */
export function injectAddresses({ urls, config }: Services): EditText {
  const values: Record<string, string> = {
    __VITE_HOST__: new URL(urls.app).hostname,
    __VITE_API_URL__: urls.api,
    __VITE_WS_URL__: urls.events,
    __VITE_MEDIA_URL__: urls.files,
    __VITE_PROXY_URL__: urls.proxy,
    __VITE_HCAPTCHA_SITEKEY__: config.captcha.site_key,
    __API_URL__: urls.api,
  };
  return (text) =>
    text
      // Settings for which this server has no value, in quotes: the client then uses its own default.
      .replace(/(["'`])(__VITE_[A-Z0-9_]+__)\1/g, (whole, _, name: string) =>
        values[name] ? whole : "void 0",
      )
      .replace(/__VITE_[A-Z0-9_]+?__|__API_URL__/g, (name) => values[name] ?? name);
}
