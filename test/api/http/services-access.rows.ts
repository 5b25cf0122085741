import type { MatrixFixture } from "../../authorisation/fixture.ts";
import { everybody, type Rows, users } from "../../authorisation/row.ts";
import { boundary, form } from "../../support/http/multipart.ts";

const file = (fixture: MatrixFixture) => ({ params: { ...fixture.file, filename: "picture" } });

/** What the server tells of itself, files, and previews of links. */
export const accessRows: Rows = {
  root_root: everybody("ok"),
  files_root: everybody("ok"),
  files_upload: {
    call: () => ({
      params: { tag: "attachments" },
      body: form({ content: "text" }),
      headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
    }),
    ...users("ok"),
  },
  files_preview: { call: file, ...everybody("ok") },
  exports_download: { call: () => ({ params: { server: "unknown", token: "0" } }), ...everybody("NotFound") },
  files_original: { call: file, ...everybody("ok") },
  unfurl_root: everybody("ok"),
  unfurl_embed: everybody("FailedValidation"),
  unfurl_proxy: everybody("FailedValidation"),
  voice_validate: everybody("NotFound"),
  voice_validate_v1: everybody("NotFound"),
};
