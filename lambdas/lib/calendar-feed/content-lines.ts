/** From a feed's bytes to its unfolded lines, or the reason why they are no complete calendar. */
import type { FailureReason } from '../../../domain/calendar.ts'

export type ContentLines = { ok: true; lines: string[] } | { ok: false; reason: FailureReason }

/**
 * Splits a feed into content lines.
 *
 * Bytes are read as Latin-1: everything that decides about nights is ASCII, and a fold may cut through the middle
 * of a UTF-8 character, which then cannot be decoded before it is unfolded. UTF-16 is told by its byte order mark.
 */
export function contentLines(bytes: Uint8Array): ContentLines {
  const text = decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  if (text === '') return { ok: false, reason: 'empty' }
  // Damage within: a name or a date cut by a NUL byte would be passed over without a word.
  if (text.includes('\0')) return { ok: false, reason: 'not_a_calendar' }
  if (!/^BEGIN:VCALENDAR(?:\s|$)/i.test(text)) return { ok: false, reason: 'not_a_calendar' }
  if (!/\sEND:VCALENDAR$/i.test(text)) return { ok: false, reason: 'truncated' }
  return { ok: true, lines: unfold(text).split('\n') }
}

function decode(bytes: Buffer): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe
  const text = isUtf16 ? bytes.subarray(2).toString('utf16le') : bytes.toString('latin1')
  // The UTF-8 byte order mark as Latin-1 shows it. NUL padding was seen after exports of fixed-size buffers.
  return trimEnd(text.startsWith('\u00ef\u00bb\u00bf') ? text.slice(3) : text).trimStart()
}

/** A loop, not a pattern: on megabytes of blanks before a letter a pattern would try each blank as a beginning. */
function trimEnd(text: string): string {
  let end = text.length
  while (end > 0 && (text[end - 1] === '\0' || text[end - 1]!.trim() === '')) end--
  return text.slice(0, end)
}

function unfold(text: string): string {
  const lines = text.includes('\r') ? text.replace(/\r+\n?/g, '\n') : text
  return /\n[ \t]/.test(lines) ? lines.replace(/\n[ \t]/g, '') : lines
}
