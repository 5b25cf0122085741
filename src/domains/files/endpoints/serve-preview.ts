import { endpoint } from "../../../declare/endpoint.ts";
import { openPreview } from "../actions/open-preview.ts";
import { fileView } from "../rules/file-view.ts";
import { hasPreview, previewKey } from "../rules/serving.ts";
import { entityTag } from "../rules/serving-headers.ts";
import { notModified, planReply, redirectToOriginal } from "../rules/serving-reply.ts";
import { findServedFile } from "../store/served-files.ts";

export const servePreviewEndpoint = endpoint({
  id: "files_preview",
  method: "GET",
  path: "/autumn/:tag/:id",
  summary: "An image, small enough for where it is shown; other files redirect to the original.",
  auth: "none",
  limit: "none",
  errors: ["NotFound"],
  async handle({ request, params, services, fail, read }) {
    const file = await read((db) => findServedFile(db, params));
    if (!file) throw fail("NotFound");
    const original = redirectToOriginal(fileView(file), services.urls.files);
    if (!hasPreview(fileView(file))) return original;
    const etag = entityTag(previewKey(file.blob_key, file.tag));
    const known = notModified(request, etag);
    if (known) return known;
    const preview = await openPreview(file, { services, read });
    if (!preview) return original;
    const content = { etag, size: preview.size, type: "image/webp", disposition: "inline" };
    const { status, headers, part } = planReply(request, content);
    const body = part ? await preview.open(part) : null;
    return body === undefined ? original : { status, headers, body };
  },
});
