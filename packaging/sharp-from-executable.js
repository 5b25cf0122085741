// In a package, this stands in for the module of sharp that looks for its native parts in node_modules. They lie in the
// executable, and the linker loads libraries from files only: each becomes a file in memory, without a name on any disk.
// sharp's own part names libvips as a library that it needs, and the linker finds it among those that are loaded.
import { dlopen } from "bun:ffi";
import { closeSync, writeFileSync } from "node:fs";
import { constants } from "node:os";

const libc = dlopen("libc.so.6", { memfd_create: { args: ["ptr", "u32"], returns: "i32" } });

async function createFileInMemory(name) {
  const file = Bun.embeddedFiles.find((each) => each.name === name);
  const handle = libc.symbols.memfd_create(Buffer.from(`${name}\0`), 0);
  if (handle < 0) throw new Error("the decoder of images needs a file in memory, and the system refuses it");
  writeFileSync(handle, await file.bytes());
  return handle;
}

// Both are open at once: the linker takes two files with one path for the same library.
const [libvips, own] = [await createFileInMemory("libvips.bin"), await createFileInMemory("sharp.bin")];
dlopen(`/proc/self/fd/${libvips}`, { vips_version: { args: ["i32"], returns: "i32" } });
const sharp = { exports: {} };
process.dlopen(sharp, `/proc/self/fd/${own}`, constants.dlopen.RTLD_LAZY);
closeSync(libvips);
closeSync(own);
export default sharp.exports;
