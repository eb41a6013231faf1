/** What a file is by its first bytes, whatever its name or its sender says; undefined for anything else. */
export function imageOf(
  file: Uint8Array,
): { type: 'png' | 'jpg'; width: number; height: number } | undefined {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  return pngOf(bytes) ?? jpegOf(bytes)
}

const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex')

/** PNG: an eight-byte signature, then the IHDR chunk, whose first two numbers are width and height. */
function pngOf(bytes: Buffer) {
  const isPng = bytes.length >= 24 && bytes.subarray(0, 8).equals(pngSignature)
  if (!isPng || bytes.toString('latin1', 12, 16) !== 'IHDR') return undefined
  return { type: 'png' as const, width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

/** Markers that begin a frame (SOF0 to SOF15), less the three in that range which mean something else. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** Markers without a length: TEM and the restarts. */
const isBare = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)

/** JPEG: segments of a marker and a length, one of which opens the frame and holds height and width. */
function jpegOf(bytes: Buffer) {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined
  for (let at = 2; at + 9 <= bytes.length;) {
    if (bytes[at] !== 0xff) return undefined
    const marker = bytes[at + 1]!
    if (marker === 0xff) at += 1
    else if (isBare(marker)) at += 2
    else if (isFrame(marker))
      return { type: 'jpg' as const, width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }
    else at += 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}
