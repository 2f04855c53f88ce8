import { readableOn } from '#shared/contrast.ts'
import { phoneInWords } from '#shared/entries.ts'
import { piecesOf } from '#shared/links.ts'
import { hoursInWords } from '#shared/opening-hours.ts'
import { reader, t } from '#shared/language.ts'

/**
 * A center's name, logo and contact details for its emails. Texts are as typed, and empty if the center
 * hasn't entered them.
 */
export type Look = {
  name: string
  color: string
  address: string
  phone: string
  email: string
  website: string
  openingHours: readonly string[]
  /** Size of the logo in pixels, or null for none. Its picture is attached under `logoId`. */
  logo: { width: number; height: number } | null
}

/** A message to lay out. `home` is the product's own base URL, with which all links to its pages start. */
export type Letter = {
  subject: string
  body: string
  /** Label of the button for a link to one of the product's pages. */
  action: string
  home: string
  /** The center's branding, or null for a message from the product itself. */
  look: Look | null
  /**
   * URL of the page to unsubscribe from emails like this one, or null if the reader can't unsubscribe from
   * them.
   */
  unsubscribe: string | null
}

export const logoId = 'logo@blended-learning'

const product: Look = {
  name: 'Blended Learning',
  color: '#0f766e',
  address: '',
  phone: '',
  email: '',
  website: '',
  openingHours: [],
  logo: null,
}

const [paper, night] = ['#ffffff', '#1b2430']

const escaped = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')

/** Returns the URL of the center's website, or null if the text isn't a web address. */
function webAddress(website: string) {
  const address = /^https?:\/\//i.test(website) ? website : `https://${website}`
  return website !== '' && URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)
    ? address
    : null
}

/** Returns the lines in the footer of a message: how to reach the center. */
function footLines({ address, phone, email, website, openingHours }: Look) {
  const hours = hoursInWords(openingHours)
  const lines = [address, phoneInWords(phone), email, website, hours && t('Open {hours}', { hours })]
  return lines.filter((line) => line !== '')
}

/** Returns the paragraphs of a message, without a signature that only repeats the footer. */
function paragraphsOf({ body, look }: Letter) {
  const all = body.trim().split(/\n{2,}/)
  const known = look ? new Set([look.name, ...footLines(look)]) : new Set<string>()
  const last = all.at(-1)?.split('\n') ?? []
  return all.length > 1 && last.every((line) => known.has(line.trim())) ? all.slice(0, -1) : all
}

const why = ({ look }: Letter) =>
  t('You are receiving this message because you are the parent of a child at {center}.', {
    center: look?.name ?? t('your center'),
  })

/** Returns the plain-text part of a message. */
export function mailText(letter: Letter) {
  const { look, unsubscribe } = letter
  const foot = look ? `\n\n-- \n${[look.name, ...footLines(look)].join('\n')}` : ''
  const stop = unsubscribe ? `\n\n${why(letter)}\n${t('Unsubscribe')}: ${unsubscribe}` : ''
  return `${paragraphsOf(letter).join('\n\n')}${foot}${stop}\n`
}

const linked = (text: string) =>
  piecesOf(text)
    .map((piece) =>
      piece.link
        ? `<a class="link" href="${escaped(piece.text)}">${escaped(piece.text)}</a>`
        : escaped(piece.text).replaceAll('\n', '<br>'),
    )
    .join('')

/**
 * Returns a button that links to one of the product's pages. Links that open an account are also shown as
 * text, in full.
 */
function button(url: string, action: string) {
  const shown = url.includes('#token=')
    ? `<p class="small quiet">${escaped(t('If the button doesn’t work, copy this address into your browser:'))}<br><a class="link" href="${escaped(url)}">${escaped(url)}</a></p>`
    : ''
  return `<p class="act"><a class="button" href="${escaped(url)}">${escaped(action)}</a></p>${shown}`
}

const paragraph = (text: string, { home, action }: Letter) =>
  text.startsWith(`${home}/`) && !/\s/.test(text.trim())
    ? button(text.trim(), action)
    : `<p>${linked(text)}</p>`

/**
 * Returns the preview that mail programs show next to the subject: the first 110 characters of the message,
 * without its greeting and its buttons.
 */
function preheader(letter: Letter) {
  const words = paragraphsOf(letter).filter(
    (text) => !/^(Hello|Dear|Hi|Hola)\b[^\n]{0,200}[,:]$/.test(text) && !text.startsWith(letter.home),
  )
  return words.join(' ').replaceAll(/\s+/g, ' ').slice(0, 110)
}

/** Largest size in pixels at which the logo is shown. */
const [logoWidth, logoHeight] = [200, 64]

function head({ name, logo }: Look) {
  if (!logo) return `<span class="name">${escaped(name)}</span>`
  const scale = Math.min(1, logoWidth / logo.width, logoHeight / logo.height)
  const [width, height] = [logo.width * scale, logo.height * scale].map(Math.round)
  return `<span class="plate"><img src="cid:${logoId}" width="${width}" height="${height}" alt="${escaped(name)}"></span>`
}

function footHtml(look: Look) {
  const { address, phone, email, website, openingHours } = look
  const web = webAddress(website)
  const hours = hoursInWords(openingHours)
  const lines = [
    `<strong>${escaped(look.name)}</strong>`,
    escaped(address),
    phone && `<a href="tel:${escaped(phone)}">${escaped(phoneInWords(phone))}</a>`,
    email && `<a href="mailto:${escaped(email)}">${escaped(email)}</a>`,
    web ? `<a href="${escaped(web)}">${escaped(website)}</a>` : escaped(website),
    hours && escaped(t('Open {hours}', { hours })),
  ]
  return lines.filter((line) => line !== '').join('<br>')
}

const fonts = `-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif`

/** Returns the styles of a message. Mail programs that don't support media queries show the light theme. */
function styles(color: string) {
  const [light, dark] = [readableOn(paper, color), readableOn(night, color)]
  return `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
body { margin: 0; padding: 0; background: #f1f5f9; color: #1e293b; font: 16px/1.5 ${fonts}; -webkit-text-size-adjust: 100%; }
.ground { width: 100%; background: #f1f5f9; }
.page { width: 100%; max-width: 600px; background: ${paper}; }
.head { padding: 20px 24px 16px; border-top: 6px solid ${light}; }
.name { font-size: 20px; font-weight: 700; color: ${light}; }
.plate { display: inline-block; margin-left: -4px; padding: 4px; background: #ffffff; border-radius: 4px; line-height: 0; }
.text { padding: 0 24px 12px; overflow-wrap: anywhere; word-break: break-word; }
p { margin: 0 0 16px; }
.button { display: inline-block; padding: 12px 20px; border-radius: 8px; background: ${light}; color: #ffffff !important; font-weight: 600; text-decoration: none; }
.link, .foot a { color: ${light}; text-decoration: underline; }
.small, .foot { font-size: 14px; }
.quiet, .foot { color: #475569; }
.foot { padding: 16px 24px; border-top: 1px solid #e2e8f0; overflow-wrap: anywhere; word-break: break-word; }
.foot p:last-child { margin-bottom: 0; }
.preheader { display: none; max-height: 0; overflow: hidden; opacity: 0; }
@media (prefers-color-scheme: dark) {
  body, .ground { background: #0f172a !important; color: #e2e8f0 !important; }
  .page { background: ${night} !important; }
  .name, .link, .foot a { color: ${dark} !important; }
  .quiet, .foot { color: #a8b5c7 !important; }
  .foot { border-top-color: #334155 !important; }
}
`
}

/** Returns the HTML part of a message. All typed text is escaped, and nothing is loaded from outside. */
export function mailHtml(letter: Letter) {
  const { subject, unsubscribe } = letter
  const look = letter.look ?? product
  const stop = unsubscribe
    ? `<p>${escaped(why(letter))} <a href="${escaped(unsubscribe)}">${t('Unsubscribe')}</a></p>`
    : ''
  return `<!doctype html>
<html lang="${reader().language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title>
<style>${styles(look.color || product.color)}</style>
</head>
<body>
<div class="preheader" aria-hidden="true">${escaped(preheader(letter))}</div>
<table class="ground" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
<tr><td align="center">
<table class="page" role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:600px">
<tr><td class="head">${head(look)}</td></tr>
<tr><td class="text">
${paragraphsOf(letter)
  .map((text) => paragraph(text, letter))
  .join('\n')}
</td></tr>
<tr><td class="foot"><p>${footHtml(look)}</p>${stop}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}
