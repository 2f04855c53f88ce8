import { t } from '#shared/language.ts'

/** Layout of printed sheets (product §6, BC print). Sizes of paper and margins are in millimeters. */
export type PaperName = 'a4' | 'letter'
type Paper = { width: number; height: number; size: string }
export const papers: Record<PaperName, Paper> = {
  a4: { width: 210, height: 297, size: '210mm 297mm' },
  letter: { width: 215.9, height: 279.4, size: '8.5in 11in' },
}
/** Regions that use Letter paper. All others use A4. */
const onLetter = new Set(['US', 'CA', 'MX', 'GT', 'CR', 'PA', 'CO', 'VE', 'CL', 'PH', 'DO', 'PR'])

/** Returns the paper usually used by people with this language setting, such as `en-US`. */
export const usualPaper = (language: string): PaperName =>
  onLetter.has(new Intl.Locale(language).maximize().region ?? '') ? 'letter' : 'a4'

export const margin = { top: 22, bottom: 18, side: 17 }

const pixelsPerMm = 96 / 25.4
/** Space left free at the bottom of a sheet, in pixels, because printers and screens round differently. */
const spare = 6

/** Returns the maximum height of a sheet's content, in pixels. */
export const roomOf = ({ height }: Paper) => (height - margin.top - margin.bottom) * pixelsPerMm - spare

/**
 * A block that is kept whole if it fits on a sheet. `top` and `bottom` are pixels from the start of the flow.
 * `stays` is true for a block, such as a heading, that can't be the last on a sheet.
 */
export type Block = { top: number; bottom: number; stays: boolean }

/**
 * Position of a block: whether it is the `first` on a sheet other than the first sheet, its `scale`, whether
 * it `breaks` across sheets, the space in pixels `left` below its group, and the `sheet` on which its group
 * ends.
 */
export type BlockLayout = { first: boolean; scale: number; breaks: boolean; left: number; sheet: number }

const minScale = 0.6

/** Groups blocks that are side by side, and headings with the blocks below them. */
function groupsOf(blocks: readonly Block[]) {
  const groups: { from: number; to: number; top: number; bottom: number }[] = []
  let keepsWithNext = false
  for (const [at, { top, bottom, stays }] of blocks.entries()) {
    const last = groups.at(-1)
    if (last && (keepsWithNext || top < (blocks[at - 1]?.bottom ?? 0) - 1)) {
      last.to = at
      last.bottom = Math.max(last.bottom, bottom)
    } else groups.push({ from: at, to: at, top, bottom })
    keepsWithNext = stays
  }
  return groups
}

/**
 * Lays out the blocks of a flow on sheets of height `room`. A block taller than a sheet is scaled down to no
 * less than 60%, and split only if it is still too tall. `sheet` counts from 0.
 */
export function layOut(blocks: readonly Block[], room: number): BlockLayout[] {
  const laid: BlockLayout[] = []
  let [sheet, end, below] = [0, 0, 0]
  for (const { from, to, top, bottom } of groupsOf(blocks)) {
    const high = bottom - top
    const scale = high > room ? Math.max(minScale, Math.floor((100 * room) / high) / 100) : 1
    const [tall, gap] = [high * scale, from === 0 ? 0 : top - below]
    const first = from > 0 && end + gap + tall > room
    end = first ? tall : end + gap + tall
    below = bottom
    if (first) sheet += 1
    const breaks = end > room
    if (breaks) {
      sheet += Math.ceil(end / room) - 1
      end = end % room || room
    }
    for (let at = from; at <= to; at += 1)
      laid.push({ first: first && at === from, scale, breaks, left: room - end, sheet })
  }
  return laid
}

/** Returns the number of sheets that the blocks fill. */
export const sheetsIn = (laid: readonly BlockLayout[]) => (laid.at(-1)?.sheet ?? -1) + 1

/** Quotes text as a CSS string. */
const quoted = (text: string) =>
  `"${text.replace(/[^\p{L}\p{N} .,–-]/gu, (sign) => `\\${sign.codePointAt(0)?.toString(16)} `)}"`

/** Returns the name of the CSS page for a flow of sheets. */
export const pageName = (at: number) => `sheet-${at}`

/**
 * Returns the CSS rules of all pages: their size, the place in the material in the header, and the page
 * number in the footer.
 */
export function pageRules({ size }: Paper, heads: readonly { left: string; right: string }[]) {
  const edge = 'font: 9pt "Inter Variable", sans-serif; color: #333;'
  // The browser inserts both numbers, and languages put words around them.
  const number = t('Page {num} of {of}', { num: '\n', of: '\t' })
    .split(/([\n\t])/)
    .map((part) => (part === '\n' ? 'counter(page)' : part === '\t' ? 'counter(pages)' : quoted(part)))
    .join(' ')
  const every = `@page { size: ${size}; margin: ${margin.top}mm ${margin.side}mm ${margin.bottom}mm; @bottom-right { content: ${number}; ${edge} } }`
  const each = heads.map(
    ({ left, right }, at) =>
      `@page ${pageName(at)} { @top-left { content: ${quoted(left)}; ${edge} } @top-right { content: ${quoted(right)}; ${edge} } }`,
  )
  // Empty space after the last sheet must not start another sheet.
  const behind = `@media print { body { page: ${pageName(heads.length - 1)} } }`
  return [every, ...each, behind].join('\n')
}
