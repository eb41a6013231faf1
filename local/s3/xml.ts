/** A value as XML: text is escaped, an array repeats its element, undefined leaves it out. */
export type Xml = string | number | boolean | undefined | Xml[] | { [name: string]: Xml }

export const toXml = (root: string, content: Xml): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${element(root, content)}`

const element = (name: string, content: Xml): string => {
  if (content === undefined) return ''
  if (Array.isArray(content)) return content.map((part) => element(name, part)).join('')
  const inner =
    typeof content === 'object'
      ? Object.entries(content)
          .map(([child, value]) => element(child, value))
          .join('')
      : escape(String(content))
  return `<${name}>${inner}</${name}>`
}

/** The texts of all elements of a name; enough for the one flat document that S3 is sent here. */
export const textsOf = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, text = '']) => unescape(text))

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
}
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const escape = (text: string): string => text.replace(/[&<>"\r]/g, (char) => escapes[char] ?? char)

const unescape = (text: string): string =>
  text.replace(
    /&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi,
    (whole, hex?: string, decimal?: string, name?: string) => {
      if (hex) return String.fromCodePoint(Number.parseInt(hex, 16))
      if (decimal) return String.fromCodePoint(Number(decimal))
      return entities[name ?? ''] ?? whole
    },
  )
