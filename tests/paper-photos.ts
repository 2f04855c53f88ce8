import { encode } from 'uqr'
import sharp from 'sharp'
import {
  bubbleSize,
  codeBox,
  frame,
  markCenters,
  markSize,
  type Point,
} from '#features/printing/reading/frame.ts'
import { type Homography, homography, project } from '#features/printing/reading/homography.ts'
import type { Bubble } from '#features/printing/reading/bubbles.ts'
import { codeOf } from '#features/printing/reading/page-codes.ts'
import type { Gray } from '#features/printing/reading/gray.ts'

/** Returns numbers from 0 to 1 that are the same for the same seed. */
export function randomFrom(seed: number) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
type Random = () => number
const between = (random: Random, from: number, to: number) => from + random() * (to - from)

/** A worksheet page: its id, and its questions with the names of bubbles that a child has filled. */
type DrawnPage = { pageId: string; questions: { bubbles: Bubble[]; filled: string[] }[] }

/** Makes up a page with four choices to each question, of which a child has filled one, none or two. */
export function madeUpPage(pageId: string, random: Random): DrawnPage {
  const questions = Array.from({ length: 9 }, (_, row) => {
    const y = 48 + row * 22
    const bubbles = ['0', '1', '2', '3'].map((name, at) => ({ name, x: 14 + at * 38, y }))
    const first = Math.floor(random() * 4)
    const filled = random() < 0.1 ? [] : random() < 0.1 ? [first, (first + 1) % 4] : [first]
    return { bubbles, filled: filled.map(String).toSorted() }
  })
  return { pageId, questions }
}

const papers = [
  { width: 210, height: 297 },
  { width: 215.9, height: 279.4 },
] as const
type Paper = (typeof papers)[number]

/** A pencil fills a bubble with strokes, not quite to the edge and sometimes beyond it. */
function pencil({ x, y }: Point, random: Random) {
  const lines = Array.from({ length: 9 }, (_, at) => {
    const up = (at / 8 - 0.5) * bubbleSize * 0.85
    const half = Math.sqrt(Math.max(0.2, (bubbleSize / 2) ** 2 - up * up)) * between(random, 0.8, 1.1)
    const slant = between(random, -0.4, 0.4)
    return `M${x - half} ${y + up + slant}L${x + half} ${y + up - slant}`
  })
  const shade = Math.round(between(random, 50, 105))
  return `<path d="${lines.join('')}" stroke="rgb(${shade},${shade},${shade})" stroke-width="0.62" fill="none" stroke-linecap="round"/>`
}

/** Draws a page on paper, 8 pixels per millimeter. */
async function drawn({ pageId, questions }: DrawnPage, paper: Paper, random: Random): Promise<Gray> {
  const [left, top] = [(paper.width - frame.width) / 2, (paper.height - frame.height) / 2]
  const { data, size } = encode(codeOf(pageId), { ecc: 'M', border: codeBox.border })
  const unit = codeBox.size / size
  const code = data.flatMap((row, y) =>
    row.flatMap((dark, x) =>
      dark ? `M${codeBox.left + x * unit} ${codeBox.top + y * unit}h${unit}v${unit}h${-unit}z` : [],
    ),
  )
  const marks = markCenters.map(
    ({ x, y }) =>
      `<rect x="${x - markSize / 2}" y="${y - markSize / 2}" width="${markSize}" height="${markSize}"/>`,
  )
  const body = questions.flatMap(({ bubbles, filled }, at) => [
    // Words of the question, which are about as dark as printed text.
    ...Array.from(
      { length: 14 },
      (_, word) =>
        `<rect x="${8 + word * 11}" y="${36 + at * 22}" width="${between(random, 4, 9)}" height="1.9" fill="#555"/>`,
    ),
    ...bubbles.flatMap(({ name, x, y }) => [
      `<circle cx="${x}" cy="${y}" r="${bubbleSize / 2 - 0.15}" fill="none" stroke="#000" stroke-width="0.3"/>`,
      `<rect x="${x + 5}" y="${y - 1}" width="2" height="2.4" fill="#333"/>`,
      filled.includes(name) ? pencil({ x, y }, random) : '',
    ]),
  ])
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${paper.width * 8}" height="${paper.height * 8}" viewBox="0 0 ${paper.width} ${paper.height}"><rect width="100%" height="100%" fill="#fff"/><g transform="translate(${left} ${top})">${marks.join('')}<path d="${code.join('')}"/>${body.join('')}</g></svg>`
  return await grayFrom(Buffer.from(svg))
}

/** Decodes a picture to gray. */
async function grayFrom(picture: Buffer): Promise<Gray> {
  const { data, info } = await sharp(picture).grayscale().raw().toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data: new Uint8ClampedArray(data) }
}

/** What a photograph does to a page. */
export type Distortion = {
  megapixels: number
  /** Turn of the camera in degrees. */
  turn: number
  /** Perspective: shares of the picture by which the page's corners move. */
  tilt: number
  /** Share of the picture's height that the page takes. */
  fills: number
  /** Share of light that is left in the darkest shadow. */
  shadow: number
  /** Height of a fold across the page, in millimeters by which it moves what is printed there. */
  fold: number
  /** Standard deviation of the sensor's noise. */
  noise: number
  /** Blur in pixels. */
  blur: number
}

/** Makes up what happens to one photograph. */
export const madeUpDistortion = (random: Random): Distortion => ({
  megapixels: between(random, 6, 12),
  turn: (random() < 0.15 ? Math.floor(between(random, 1, 4)) * 90 : 0) + between(random, -14, 14),
  tilt: between(random, 0, 0.06),
  fills: between(random, 0.72, 0.9),
  shadow: between(random, 0.4, 1),
  fold: random() < 0.4 ? between(random, 0.4, 1.6) : 0,
  noise: between(random, 2, 10),
  blur: between(random, 0.3, 2),
})

/** Photographs a drawn page on a table. */
function photographed(page: Gray, how: Distortion, random: Random): Gray {
  const high = Math.round(Math.sqrt((how.megapixels * 1e6 * 4) / 3))
  const wide = Math.round((high * 3) / 4)
  const scale = (how.fills * high) / page.height
  const angle = (how.turn * Math.PI) / 180
  const sideways = Math.abs(Math.sin(angle)) > 0.7 ? 0.76 : 1
  const at = (x: number, y: number): Point => {
    const [dx, dy] = [(x - page.width / 2) * scale * sideways, (y - page.height / 2) * scale * sideways]
    return {
      x: wide / 2 + dx * Math.cos(angle) - dy * Math.sin(angle) + between(random, -1, 1) * how.tilt * wide,
      y: high / 2 + dx * Math.sin(angle) + dy * Math.cos(angle) + between(random, -1, 1) * how.tilt * wide,
    }
  }
  const inPage = [
    { x: 0, y: 0 },
    { x: page.width, y: 0 },
    { x: page.width, y: page.height },
    { x: 0, y: page.height },
  ]
  const back = homography(
    inPage.map(({ x, y }) => at(x, y)),
    inPage,
  ) as Homography
  const [lightX, lightY] = [random() * wide, random() * high]
  const edge = between(random, 0.3, 0.7) * high
  const slope = between(random, -0.6, 0.6)
  const foldAt = between(random, 0.35, 0.65) * page.height
  const data = new Uint8ClampedArray(wide * high)
  for (let y = 0; y < high; y += 1)
    for (let x = 0; x < wide; x += 1) {
      const from = project(back, { x, y })
      // A fold bends the page, so that what is near it moves, and darkens one side.
      const near = how.fold > 0 ? Math.max(0, 1 - Math.abs(from.y - foldAt) / (page.height * 0.3)) : 0
      const [px, py] = [from.x + near * how.fold * 3, from.y + near * how.fold * 8]
      const [left, top] = [Math.floor(px), Math.floor(py)]
      let value = 96
      if (left >= 0 && top >= 0 && left < page.width - 1 && top < page.height - 1) {
        const [dx, dy, start] = [px - left, py - top, top * page.width + left]
        value =
          (page.data[start]! * (1 - dx) + page.data[start + 1]! * dx) * (1 - dy) +
          (page.data[start + page.width]! * (1 - dx) + page.data[start + page.width + 1]! * dx) * dy
        value = 18 + value * 0.84
        if (near > 0 && from.y > foldAt) value *= 1 - 0.25 * near
      }
      const fromLight = Math.hypot(x - lightX, y - lightY) / high
      const inShadow = 1 / (1 + Math.exp((edge + slope * x - y) / (high * 0.02)))
      const noise = (random() + random() + random() - 1.5) * 2 * how.noise
      data[y * wide + x] = value * (1 - 0.28 * fromLight) * (1 - (1 - how.shadow) * inShadow) + noise
    }
  return { width: wide, height: high, data }
}

/** Draws a page and photographs it. Returns a JPEG, as cameras do. */
export async function photoOf(page: DrawnPage, how: Distortion, random: Random): Promise<Buffer> {
  const paper = papers[random() < 0.5 ? 0 : 1]
  const { width, height, data } = photographed(await drawn(page, paper, random), how, random)
  return await sharp(Buffer.from(data.buffer), { raw: { width, height, channels: 1 } })
    .blur(Math.max(0.3, how.blur))
    .jpeg({ quality: 82 })
    .toBuffer()
}

/** Photographs a picture of a printed page, such as a screenshot, in which the page fills the picture. */
export async function photoOfPicture(picture: Buffer, how: Distortion, random: Random): Promise<Buffer> {
  const { width, height, data } = photographed(await grayFrom(picture), how, random)
  return await sharp(Buffer.from(data.buffer), { raw: { width, height, channels: 1 } })
    .blur(Math.max(0.3, how.blur))
    .jpeg({ quality: 82 })
    .toBuffer()
}

/** Opens a photograph as the browser does before reading it: no larger than `longest` pixels. */
export async function opened(photo: Buffer, longest: number): Promise<Gray> {
  const { data, info } = await sharp(photo)
    .resize({ width: longest, height: longest, fit: 'inside', withoutEnlargement: true })
    .grayscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data: new Uint8ClampedArray(data) }
}
