const [high, low] = makeTables();

/** CRC-64 with the polynomial of ECMA-182, as archives of mongodump have it. Halves, because BigInt is too slow. */
export class Crc64 {
  #high = -1;
  #low = -1;

  update(bytes: Uint8Array): void {
    let [h, l] = [this.#high, this.#low];
    for (const byte of bytes) {
      const index = (l ^ byte) & 0xff;
      l = ((l >>> 8) | (h << 24)) ^ (low[index] ?? 0);
      h = (h >>> 8) ^ (high[index] ?? 0);
    }
    [this.#high, this.#low] = [h, l];
  }

  /** As a signed number of 64 bits. */
  result(): bigint {
    const bits = (BigInt(~this.#high >>> 0) << 32n) | BigInt(~this.#low >>> 0);
    return BigInt.asIntN(64, bits);
  }
}

function makeTables(): readonly [Uint32Array, Uint32Array] {
  const polynomial = 0xc96c5795d7870f42n;
  const tables = [new Uint32Array(256), new Uint32Array(256)] as const;
  for (let index = 0; index < 256; index++) {
    let crc = BigInt(index);
    for (let bit = 0; bit < 8; bit++) crc = crc & 1n ? (crc >> 1n) ^ polynomial : crc >> 1n;
    tables[0][index] = Number(crc >> 32n);
    tables[1][index] = Number(crc & 0xffffffffn);
  }
  return tables;
}
