import type { EndpointReply } from "../../../declare/endpoint.ts";
import { fail } from "../../../declare/error.ts";
import type { Services } from "../../../declare/services.ts";
import type { Reader } from "../../../declare/tx.ts";
import { fileView } from "../rules/file-view.ts";
import { addressName, anyName, hasPreview, previewKey } from "../rules/serving.ts";
import { attachmentNamed, entityTag, servedType } from "../rules/serving-headers.ts";
import { notModified, planReply, redirectToOriginal } from "../rules/serving-reply.ts";
import { findServedFile } from "../store/files.ts";
import { openPreview } from "./open-preview.ts";

interface ServeContext {
  readonly request: Request;
  readonly services: Services;
  read<T>(work: (db: Reader) => Promise<T>): Promise<T>;
}

interface FileAddress {
  readonly tag: string;
  readonly id: string;
}

/** Serves a file as it is stored, or the requested range of it. */
export async function serveOriginal(
  { request, services, read }: ServeContext,
  address: FileAddress & { readonly filename: string },
): Promise<EndpointReply> {
  const file = await read((db) => findServedFile(db, address));
  if (!file) throw fail("NotFound");
  const { blob_key, size, filename } = file;
  if (address.filename !== filename && address.filename !== addressName(filename)) {
    if (address.filename !== anyName) throw fail("NotFound");
    return redirectToOriginal(fileView(file), services.urls.files);
  }
  const etag = entityTag(blob_key);
  const unchanged = notModified(request, etag);
  if (unchanged) return unchanged;
  const type = servedType(file.content_type);
  const content = { etag, size, type, disposition: attachmentNamed(filename) };
  const { status, headers, part } = planReply(request, content);
  const body = part ? await services.blobs.get(blob_key, part) : null;
  if (body !== undefined) return { status, headers, body };
  services.log.error({ file: file.id }, "the content of a file is missing");
  throw fail("NotFound");
}

/** Serves the preview of an image; redirects to the original where there is none. */
export async function servePreview(
  { request, services, read }: ServeContext,
  address: FileAddress,
): Promise<EndpointReply> {
  const file = await read((db) => findServedFile(db, address));
  if (!file) throw fail("NotFound");
  const original = redirectToOriginal(fileView(file), services.urls.files);
  if (!hasPreview(fileView(file))) return original;
  const etag = entityTag(previewKey(file.blob_key, file.tag));
  const unchanged = notModified(request, etag);
  if (unchanged) return unchanged;
  const preview = await openPreview(file, { services, read });
  if (!preview) return original;
  const content = { etag, size: preview.size, type: "image/webp", disposition: "inline" };
  const { status, headers, part } = planReply(request, content);
  const body = part ? await preview.open(part) : null;
  return body === undefined ? original : { status, headers, body };
}
