/** What other domains and the interpreters may use of files. */
export { claimFile, releaseFile, releaseFiles, releaseFilesOf } from "./actions/claim-file.ts";
export { formOverhead } from "./actions/read-multipart.ts";
export { receiveForm, type Upload } from "./actions/receive-upload.ts";
export { keepReported, releaseReported } from "./actions/reported-files.ts";
export { storeUpload } from "./actions/store-upload.ts";
export { BotOwnerOf } from "./queries.ts";
export type { Dimensions } from "./rules/byte-access.ts";
export { detectType } from "./rules/detect-type.ts";
export { readMatroskaSize } from "./rules/matroska.ts";
export { readMp4 } from "./rules/mp4.ts";
export { isListed } from "./rules/serving-headers.ts";
export { hasContent, knownBlobKeys } from "./store/stored-files.ts";
export { readUsage } from "./store/usage.ts";
export { blobColumns, type FilesTables } from "./tables.ts";
