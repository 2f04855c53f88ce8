/** Sheets of paper: what fits on one, and what stands at its edges (product §6, BC print). Sizes in millimeters. */
export type PaperName = 'a4' | 'letter'
type Paper = { width: number; height: number; size: string }
export const papers: Record<PaperName, Paper> = {
  a4: { width: 210, height: 297, size: '210mm 297mm' },
  letter: { width: 215.9, height: 279.4, size: '8.5in 11in' },
}
export const margin = { top: 22, bottom: 18, side: 17 }

/** How much room there is to write. */
export type WorkSpace = 'none' | 'normal' | 'roomy'

const pixelsPerMm = 96 / 25.4
/** What is kept free at the foot of a sheet, because a printer counts in other units than a screen. Pixels. */
const spare = 6

/** How high a sheet's text may be, in pixels. */
export const roomOf = ({ height }: Paper) => (height - margin.top - margin.bottom) * pixelsPerMm - spare

/** Something on paper that is never broken; `stays`: never the last on its sheet, such as a heading. Pixels from the start of its flow. */
export type Block = { top: number; bottom: number; stays: boolean }

/** How a block lies: whether it begins a sheet, how far it is scaled, whether it is so long that it must be broken, and what is `left` below it. */
export type Laid = { first: boolean; scale: number; breaks: boolean; left: number; sheet: number }

const leastScale = 0.6

/** Blocks side by side, which go together, and headings with what they head. */
function groupsOf(blocks: readonly Block[]) {
  const groups: { from: number; to: number; top: number; bottom: number }[] = []
  let held = false
  for (const [at, { top, bottom, stays }] of blocks.entries()) {
    const last = groups.at(-1)
    if (last && (held || top < (blocks[at - 1]?.bottom ?? 0) - 1)) {
      last.to = at
      last.bottom = Math.max(last.bottom, bottom)
    } else groups.push({ from: at, to: at, top, bottom })
    held = stays
  }
  return groups
}

/**
 * Lays the blocks of a flow on sheets that are `room` high. One that is higher than a sheet is made smaller, down to 60 %; only one that is still
 * too high then is broken. `sheet` counts from 0.
 */
export function layOut(blocks: readonly Block[], room: number): Laid[] {
  const laid: Laid[] = []
  let [sheet, end, below] = [0, 0, 0]
  for (const { from, to, top, bottom } of groupsOf(blocks)) {
    const high = bottom - top
    const scale = high > room ? Math.max(leastScale, Math.floor((100 * room) / high) / 100) : 1
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
    for (let at = from; at <= to; at += 1) laid.push({ first: first && at === from, scale, breaks, left: room - end, sheet })
  }
  return laid
}

/** How many sheets the blocks fill. */
export const sheetsIn = (laid: readonly Laid[]) => (laid.at(-1)?.sheet ?? -1) + 1

/** A text as CSS has it between quotes. */
const quoted = (text: string) => `"${text.replace(/[^\p{L}\p{N} .,–-]/gu, (sign) => `\\${sign.codePointAt(0)?.toString(16)} `)}"`

/** The named page of a flow of sheets. */
export const pageName = (at: number) => `sheet-${at}`

/** The rules of all pages: their size, where they are in the material at their head, and their number of all at their foot. */
export function pageRules({ size }: Paper, heads: readonly { left: string; right: string }[]) {
  const edge = 'font: 9pt "Inter Variable", sans-serif; color: #333;'
  const every = `@page { size: ${size}; margin: ${margin.top}mm ${margin.side}mm ${margin.bottom}mm; @bottom-right { content: "Page " counter(page) " of " counter(pages); ${edge} } }`
  const each = heads.map(
    ({ left, right }, at) =>
      `@page ${pageName(at)} { @top-left { content: ${quoted(left)}; ${edge} } @top-right { content: ${quoted(right)}; ${edge} } }`,
  )
  // What stands empty behind the last sheet must not begin one more.
  const behind = `@media print { body { page: ${pageName(heads.length - 1)} } }`
  return [every, ...each, behind].join('\n')
}
