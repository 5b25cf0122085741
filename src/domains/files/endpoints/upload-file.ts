import { endpoint } from "../../../declare/endpoint.ts";
import { limitTier } from "../../accounts/index.ts";
import { keepUpload } from "../actions/keep-upload.ts";
import { formOverhead } from "../actions/read-multipart.ts";
import { receiveUpload } from "../actions/receive-upload.ts";
import { isDiskFull } from "../rules/disk-full.ts";
import { isFileTag } from "../rules/serving.ts";

export const uploadFileEndpoint = endpoint({
  id: "files_upload",
  method: "POST",
  path: "/autumn/:tag",
  summary: "Upload a file, as the field `file` of a form. An object must use it within an hour.",
  auth: "user",
  limit: { bucket: "upload" },
  errors: [
    "NotFound",
    "FailedValidation",
    "FileTooSmall",
    "FileTooLarge",
    "FileTypeNotAllowed",
    "InsufficientStorage",
  ],
  async handle({ request, params: { tag }, caller, services, fail, read, write }) {
    if (!isFileTag(tag)) throw fail("NotFound");
    const { config, clock, drafts } = services;
    const max = limitTier(caller.userId, clock.now(), config).file_upload_size_limits[tag];
    const cap = max + formOverhead;
    try {
      await using upload = await receiveUpload(request, { max, cap }, drafts);
      const id = await keepUpload({ upload, tag, max, uploader: caller.userId }, { services, read, write });
      return { status: 200, headers: { "content-type": "application/json" }, body: JSON.stringify({ id }) };
    } catch (error) {
      throw isDiskFull(error) ? fail("InsufficientStorage") : error;
    }
  },
});
