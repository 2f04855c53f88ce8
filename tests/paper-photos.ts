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
import { distance, type Homography, homography, project } from '#features/printing/reading/homography.ts'
import type { Bubble } from '#features/printing/reading/bubbles.ts'
import { codeOf } from '#features/printing/reading/page-codes.ts'
import type { Gray } from '#features/printing/reading/gray.ts'

/** Returns a generator of numbers from 0 to 1, which are the same for the same seed. */
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

/**
 * A worksheet page: its id, the text of its code (by default, the code of its id), and its questions with the
 * names of the bubbles that a child has filled in.
 */
type DrawnPage = { pageId: string; code?: string; questions: { bubbles: Bubble[]; filled: string[] }[] }

/**
 * Returns a random page with four choices for each question. A child has filled in one, none or two of them.
 */
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

/** Pixels per millimeter of a drawn page. */
const drawnPerMm = 8

/** Creates a blank sheet to draw on. Positions are in millimeters, in the coordinates of `frame`. */
function openSheet(paper: Paper) {
  const [width, height] = [Math.round(paper.width * drawnPerMm), Math.round(paper.height * drawnPerMm)]
  const data = new Uint8ClampedArray(width * height).fill(255)
  const [left, top] = [(paper.width - frame.width) / 2, (paper.height - frame.height) / 2]
  /** Darkens every pixel in a box for which `covers` is true. */
  const draw = (
    box: { x: number; y: number; wide: number; high: number },
    shade: number,
    covers: (at: Point) => boolean,
  ) => {
    const [fromX, fromY] = [Math.floor((box.x + left) * drawnPerMm), Math.floor((box.y + top) * drawnPerMm)]
    for (let y = fromY; y <= fromY + box.high * drawnPerMm + 1; y += 1)
      for (let x = fromX; x <= fromX + box.wide * drawnPerMm + 1; x += 1)
        if (covers({ x: (x + 0.5) / drawnPerMm - left, y: (y + 0.5) / drawnPerMm - top }))
          data[y * width + x] = shade
  }
  return {
    picture: { width, height, data },
    square: (x: number, y: number, wide: number, high: number, shade = 0) =>
      draw({ x, y, wide, high }, shade, (at) => at.x >= x && at.x < x + wide && at.y >= y && at.y < y + high),
    circle: (center: Point, from: number, to: number) =>
      draw({ x: center.x - to, y: center.y - to, wide: 2 * to, high: 2 * to }, 0, (at) => {
        const far = distance(at, center)
        return far >= from && far <= to
      }),
    line: (from: Point, to: Point, thick: number, shade: number) => {
      const long = distance(from, to)
      const box = {
        x: Math.min(from.x, to.x) - thick,
        y: Math.min(from.y, to.y) - thick,
        wide: Math.abs(from.x - to.x) + 2 * thick,
        high: Math.abs(from.y - to.y) + 2 * thick,
      }
      draw(box, shade, (at) => {
        const along = ((at.x - from.x) * (to.x - from.x) + (at.y - from.y) * (to.y - from.y)) / long ** 2
        const nearest = Math.min(1, Math.max(0, along))
        const on = { x: from.x + nearest * (to.x - from.x), y: from.y + nearest * (to.y - from.y) }
        return distance(at, on) <= thick / 2
      })
    },
  }
}
type Sheet = ReturnType<typeof openSheet>

/** Fills a bubble with pencil strokes, which may end before the edge or cross it. */
function fill({ line }: Sheet, { x, y }: Point, random: Random) {
  const shade = Math.round(between(random, 50, 105))
  for (let at = 0; at < 9; at += 1) {
    const up = (at / 8 - 0.5) * bubbleSize * 0.85
    const half = Math.sqrt(Math.max(0.2, (bubbleSize / 2) ** 2 - up * up)) * between(random, 0.8, 1.1)
    const slant = between(random, -0.4, 0.4)
    line({ x: x - half, y: y + up + slant }, { x: x + half, y: y + up - slant }, 0.62, shade)
  }
}

function drawCode({ square }: Sheet, text: string) {
  const { data, size } = encode(text, { ecc: 'M', border: codeBox.border })
  const unit = codeBox.size / size
  for (const [y, row] of data.entries())
    for (const [x, dark] of row.entries())
      if (dark) square(codeBox.left + x * unit, codeBox.top + y * unit, unit, unit)
}

/** Draws a page on paper. `code` is the text of its code, by default the page's own. */
function drawn({ pageId, code = codeOf(pageId), questions }: DrawnPage, paper: Paper, random: Random): Gray {
  const sheet = openSheet(paper)
  for (const { x, y } of markCenters) sheet.square(x - markSize / 2, y - markSize / 2, markSize, markSize)
  drawCode(sheet, code)
  for (const [at, { bubbles, filled }] of questions.entries()) {
    // Words of the question, which are about as dark as printed text.
    for (let word = 0; word < 14; word += 1)
      sheet.square(8 + word * 11, 36 + at * 22, between(random, 4, 9), 1.9, 85)
    for (const bubble of bubbles) {
      sheet.circle(bubble, bubbleSize / 2 - 0.3, bubbleSize / 2)
      sheet.square(bubble.x + 5, bubble.y - 1, 2, 2.4, 51)
      if (filled.includes(bubble.name)) fill(sheet, bubble, random)
    }
  }
  return sheet.picture
}

async function grayFrom(picture: Buffer): Promise<Gray> {
  const { data, info } = await sharp(picture).grayscale().raw().toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data: new Uint8ClampedArray(data) }
}

/** Distortion of a page by a photograph. */
export type Distortion = {
  megapixels: number
  /** Rotation of the camera in degrees. */
  turn: number
  /** Perspective: how far a page's corner moves at most, in x and in y, as a share of the picture's width. */
  tilt: number
  /** Share of the picture's height that the page covers. */
  fills: number
  /** Share of light that is left in the darkest shadow. */
  shadow: number
  /** Strength of a fold across the page: by how many millimeters it shifts the print. */
  fold: number
  /** Standard deviation of the sensor's noise. */
  noise: number
  /** Blur in pixels. */
  blur: number
}

/** Returns the random distortion of one photograph. */
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
  const corners = inPage.map(({ x, y }) => at(x, y))
  // Zoom out until the whole page is in the picture, as a photographer would.
  const over = Math.max(
    1,
    ...corners.flatMap(({ x, y }) => [Math.abs(x / wide - 0.5) / 0.49, Math.abs(y / high - 0.5) / 0.49]),
  )
  const onPicture = corners.map(({ x, y }) => ({
    x: wide / 2 + (x - wide / 2) / over,
    y: high / 2 + (y - high / 2) / over,
  }))
  const back = homography(onPicture, inPage) as Homography
  const [lightX, lightY] = [random() * wide, random() * high]
  const edge = between(random, 0.3, 0.7) * high
  const slope = between(random, -0.6, 0.6)
  const foldAt = between(random, 0.35, 0.65) * page.height
  const data = new Uint8ClampedArray(wide * high)
  for (let y = 0; y < high; y += 1)
    for (let x = 0; x < wide; x += 1) {
      const from = project(back, { x, y })
      // A fold shifts the print near it and darkens one side.
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
  const { width, height, data } = photographed(drawn(page, paper, random), how, random)
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

/** Opens a photograph as the browser does before reading it: with no side longer than `longest` pixels. */
export async function opened(photo: Buffer, longest: number): Promise<Gray> {
  const { data, info } = await sharp(photo)
    .resize({ width: longest, height: longest, fit: 'inside', withoutEnlargement: true })
    .grayscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data: new Uint8ClampedArray(data) }
}
