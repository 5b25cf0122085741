import { endpoint } from "../../../declare/endpoint.ts";
import { networkOfAddress } from "../../../platform/network/client-network.ts";
import { proxyMedia } from "../actions/proxy-media.ts";

/** Browsers may display the media, and run nothing in it. */
const headers = {
  "cache-control": "public, max-age=600, immutable",
  "content-disposition": "inline",
  "content-security-policy": "sandbox; default-src 'none'; img-src 'self'; media-src 'self'",
  "cross-origin-resource-policy": "cross-origin",
  "x-content-type-options": "nosniff",
};

export const proxyEndpoint = endpoint({
  id: "unfurl_proxy",
  method: "GET",
  path: "/january/proxy",
  summary: "The image or video at `url`, so that its viewers stay unknown there.",
  auth: "none",
  limit: { bucket: "any" },
  errors: ["FailedValidation", "InvalidOperation", "ProxyError", "FileTypeNotAllowed"],
  async handle({ request, query, address, services }) {
    const media = await proxyMedia(services, query.get("url"), networkOfAddress(address()));
    const reply = { status: 200, headers: { ...headers, "content-type": media.type } };
    const isHead = request.method === "HEAD";
    if ("bytes" in media) return { ...reply, body: isHead ? null : media.bytes };
    if (isHead) await media.stream.cancel();
    return { ...reply, body: isHead ? null : media.stream };
  },
});
