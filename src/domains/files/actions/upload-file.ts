import { limitTier } from "../../accounts/index.ts";
import type { FileTag } from "../model.ts";
import { formOverhead } from "./read-multipart.ts";
import { receiveUpload } from "./receive-upload.ts";
import { storeUpload, type UploadContext } from "./store-upload.ts";

/** Stores the file of a form, and returns its id. */
export async function uploadFile(
  request: Request,
  { tag, uploader }: { readonly tag: FileTag; readonly uploader: string },
  context: UploadContext,
): Promise<string> {
  const { config, clock, stageUpload } = context.services;
  const max = limitTier(uploader, clock.now(), config).file_upload_size_limits[tag];
  await using upload = await receiveUpload(request, { max, cap: max + formOverhead }, stageUpload);
  return await storeUpload({ upload, tag, max, uploader, chargedTo: uploader }, context);
}
