/**
 * The frame of every HTML mail: tables and inline styles, which is what mail programs agree on; a style block
 * only for what has no inline form (dark mode, narrow screens). Colours are the product's own, fixed here
 * because a mail knows no tokens.
 */

/** Text for HTML, quotes included, so that it may stand in an attribute as well. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

export type MailFrame = {
  /** What the list of messages shows behind the subject. */
  preview: string
  /** The name on top; its logo instead where there is one. */
  sender: string
  logoUrl: string | null
  /** Ready HTML, one table row's content each. */
  blocks: readonly string[]
  /** Ready HTML below the rule. */
  footer: readonly string[]
}

const sans = "font-family:'Helvetica Neue',Helvetica,Arial,sans-serif"
const serif = "font-family:Georgia,'Times New Roman',serif"

/** A whole HTML document. */
export function layOutMail({ preview, sender, logoUrl, blocks, footer }: MailFrame): string {
  const top = logoUrl
    ? `<img src="${escapeHtml(logoUrl)}" alt="${escapeHtml(sender)}" height="44" style="display:block;height:44px;max-width:220px;border:0">`
    : `<span class="ink" style="${serif};font-size:20px;color:#22302f">${escapeHtml(sender)}</span>`
  const row = (content: string, padding: string) =>
    `<tr><td style="padding:${padding};${sans};font-size:16px;line-height:24px;color:#22302f" class="ink">${content}</td></tr>`
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<title>${escapeHtml(preview)}</title>`,
    `<style>${darkMode}</style></head>`,
    '<body class="ground" style="margin:0;padding:0;background:#f6f1e8">',
    `<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}${'&#847;&zwnj;&nbsp;'.repeat(40)}</div>`,
    '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="ground" style="background:#f6f1e8"><tr><td align="center" style="padding:24px 12px">',
    '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="sheet" style="max-width:560px;background:#fffdf8;border-radius:12px">',
    row(top, '32px 32px 8px'),
    ...blocks.map((block) => row(block, '8px 32px')),
    row('', '8px 32px'),
    '</table>',
    '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">',
    ...footer.map(
      (line) =>
        `<tr><td class="quiet" style="padding:12px 32px 0;${sans};font-size:13px;line-height:20px;color:#5b6664">${line}</td></tr>`,
    ),
    '</table></td></tr></table></body></html>',
  ].join('\n')
}

const darkMode = `
:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){
.ground{background:#161d1d!important}
.sheet{background:#202929!important}
.ink,.ink a{color:#f0ebe1!important}
.quiet,.quiet a{color:#a9b4b1!important}
.button{background:#7fc4c0!important}
.button a{color:#10201f!important}
}`.replaceAll('\n', '')

/** The large line that a glance must catch, below a small one that says what it is. */
export function heroBlock(label: string, headline: string): string {
  return (
    `<div class="quiet" style="font-size:14px;line-height:20px;color:#5b6664">${escapeHtml(label)}</div>` +
    `<div class="ink" style="${serif};font-size:28px;line-height:36px;color:#22302f;padding-top:4px">${escapeHtml(headline)}</div>`
  )
}

/** A button that is a link: padded cell and all, as old mail programs need it. */
export function buttonBlock(label: string, url: string): string {
  return (
    '<table role="presentation" cellpadding="0" cellspacing="0"><tr>' +
    '<td class="button" style="background:#1f5d5b;border-radius:8px">' +
    `<a href="${escapeHtml(url)}" style="display:inline-block;padding:12px 24px;${sans};font-size:16px;line-height:24px;color:#ffffff;text-decoration:none">${escapeHtml(label)}</a>` +
    '</td></tr></table>'
  )
}

/** A link in running text. */
export function link(label: string, url: string): string {
  return `<a href="${escapeHtml(url)}" style="color:#1f5d5b">${escapeHtml(label)}</a>`
}
