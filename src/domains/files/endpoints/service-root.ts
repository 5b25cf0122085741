import packageFile from "../../../../package.json" with { type: "json" };
import { endpoint } from "../../../declare/endpoint.ts";
import { fileTags } from "../model.ts";
import { isFileTag } from "../rules/serving.ts";

export const serviceRootEndpoint = endpoint({
  id: "files_root",
  method: "GET",
  path: "/autumn",
  summary: "What can be uploaded.",
  auth: "none",
  limit: "none",
  errors: [],
  async handle({ services: { config } }) {
    const { default: usual, new_user } = config.limits;
    const tags = Object.keys(fileTags)
      .filter(isFileTag)
      .map((tag) => [
        tag,
        {
          max_size: usual.file_upload_size_limits[tag],
          new_user_max_size: new_user.file_upload_size_limits[tag],
          images_only: fileTags[tag].imagesOnly,
          preview: fileTags[tag].preview,
        },
      ]);
    const description = {
      autumn: "Files of this instance",
      version: packageFile.version,
      tags: Object.fromEntries(tags),
    };
    return {
      status: 200,
      headers: { "content-type": "application/json" },
      body: JSON.stringify(description),
    };
  },
});
