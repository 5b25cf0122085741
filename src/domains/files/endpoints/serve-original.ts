import { endpoint } from "../../../declare/endpoint.ts";
import { fileView } from "../rules/file-view.ts";
import { addressName, anyName } from "../rules/serving.ts";
import { contentDisposition, entityTag, servedAs } from "../rules/serving-headers.ts";
import { notModified, planReply, redirectToOriginal } from "../rules/serving-reply.ts";
import { findServedFile } from "../store/served-files.ts";

export const serveOriginalEndpoint = endpoint({
  id: "files_original",
  method: "GET",
  path: "/autumn/:tag/:id/:filename",
  summary: "A file as it is kept, or a part of it. `original` stands for a name that is not known.",
  auth: "none",
  limit: "none",
  errors: ["NotFound"],
  async handle({ request, params, services, fail, read }) {
    const file = await read((db) => findServedFile(db, params));
    if (!file) throw fail("NotFound");
    const { blob_key, size, filename } = file;
    if (params.filename !== filename && params.filename !== addressName(filename)) {
      if (params.filename !== anyName) throw fail("NotFound");
      return redirectToOriginal(fileView(file), services.urls.files);
    }
    const etag = entityTag(blob_key);
    const known = notModified(request, etag);
    if (known) return known;
    const { type, disposition } = servedAs(file.content_type);
    const content = { etag, size, type, disposition: contentDisposition(disposition, filename) };
    const { status, headers, part } = planReply(request, content);
    const body = part ? await services.blobs.get(blob_key, part) : null;
    if (body !== undefined) return { status, headers, body };
    services.log.error({ file: file.id }, "the content of a file is missing");
    throw fail("NotFound");
  },
});
