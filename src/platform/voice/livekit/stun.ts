import { createHmac, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

/** STUN (RFC 8489), as far as one has to know it to ask whether somebody answers. */
const bindingRequest = 0x0001;
const bindingResponse = 0x0101;
const magicCookie = 0x2112a442;
const headerBytes = 20;

/** The attributes of a check between two participants of a call (ICE, RFC 8445). */
const attributes = {
  username: 0x0006,
  messageIntegrity: 0x0008,
  priority: 0x0024,
  fingerprint: 0x8028,
  iceControlled: 0x8029,
};
const integrityBytes = 20;
const fingerprintBytes = 4;
const fingerprintMask = 0x5354554e;
/** That of an address that only the check itself made known. */
const peerReflexivePriority = 0x6e0001ff;

/** A request that every STUN server answers, without credentials. */
export function newBindingRequest(): Buffer {
  return Buffer.concat([header(0), randomBytes(12)]);
}

export interface IceCredentials {
  readonly fragment: string;
  readonly password: string;
}

/** A request that LiveKit answers if the credentials are those of a connection that it expects. */
export function newIceCheck(own: Pick<IceCredentials, "fragment">, theirs: IceCredentials): Buffer {
  const priority = Buffer.alloc(4);
  priority.writeUInt32BE(peerReflexivePriority);
  const parts = [
    randomBytes(12),
    attribute(attributes.username, Buffer.from(`${theirs.fragment}:${own.fragment}`)),
    attribute(attributes.priority, priority),
    attribute(attributes.iceControlled, randomBytes(8)),
  ];
  /** The length in the header counts up to the end of the attribute that is about to be added. */
  const upTo = (more: number) => {
    const body = Buffer.concat(parts);
    return Buffer.concat([header(body.length - 12 + 4 + more), body]);
  };
  const integrity = createHmac("sha1", theirs.password).update(upTo(integrityBytes)).digest();
  parts.push(attribute(attributes.messageIntegrity, integrity));
  const fingerprint = Buffer.alloc(fingerprintBytes);
  fingerprint.writeUInt32BE((crc32(upTo(fingerprintBytes)) ^ fingerprintMask) >>> 0);
  parts.push(attribute(attributes.fingerprint, fingerprint));
  return upTo(-4);
}

/** Whether a message answers a request. */
export function isBindingResponse(message: Buffer, request: Buffer): boolean {
  return (
    message.length >= headerBytes &&
    message.readUInt16BE(0) === bindingResponse &&
    message.subarray(8, headerBytes).equals(request.subarray(8, headerBytes))
  );
}

function header(length: number): Buffer {
  const written = Buffer.alloc(8);
  written.writeUInt16BE(bindingRequest, 0);
  written.writeUInt16BE(length, 2);
  written.writeUInt32BE(magicCookie, 4);
  return written;
}

function attribute(type: number, value: Buffer): Buffer {
  const written = Buffer.alloc(4 + Math.ceil(value.length / 4) * 4);
  written.writeUInt16BE(type, 0);
  written.writeUInt16BE(value.length, 2);
  value.copy(written, 4);
  return written;
}
