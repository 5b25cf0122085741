import { endpoint } from "../../../declare/endpoint.ts";
import { uploadFile } from "../actions/upload-file.ts";
import { isFileTag } from "../rules/serving.ts";

export const uploadFileEndpoint = endpoint({
  id: "files_upload",
  method: "POST",
  path: "/autumn/:tag",
  summary: "Upload a file, as the field `file` of a form. An object must use it within an hour.",
  auth: "user",
  limit: { bucket: "upload", by: "tag" },
  errors: [
    "NotFound",
    "FailedValidation",
    "FileTooSmall",
    "FileTooLarge",
    "FileTypeNotAllowed",
    "InsufficientStorage",
    "StorageQuotaExceeded",
  ],
  async handle({ request, params: { tag }, caller, services, fail, read, write }) {
    if (!isFileTag(tag)) throw fail("NotFound");
    const id = await uploadFile(request, { tag, uploader: caller.userId }, { services, read, write });
    return { status: 200, headers: { "content-type": "application/json" }, body: JSON.stringify({ id }) };
  },
});
