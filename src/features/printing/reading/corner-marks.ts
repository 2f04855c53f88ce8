import { codeCorners, markCenters, markSize, type Point } from './frame.ts'
import type { Gray } from './gray.ts'
import { distance, type Homography, homography, project } from './homography.ts'

/**
 * Returns the summed-area table of a picture: for each pixel, the sum of all pixels above and to the left of
 * it. With it, the sum of any box takes four reads.
 */
function sumsOf({ width, height, data }: Gray) {
  const sums = new Uint32Array((width + 1) * (height + 1))
  for (let y = 0; y < height; y += 1) {
    let row = 0
    for (let x = 0; x < width; x += 1) {
      row += data[y * width + x]!
      sums[(y + 1) * (width + 1) + x + 1] = sums[y * (width + 1) + x + 1]! + row
    }
  }
  return sums
}

/**
 * Returns 1 for each pixel that is clearly darker than the average within `reach` pixels around it, else 0.
 * Shadows don't affect such an adaptive threshold.
 */
function darkIn(gray: Gray, reach: number): Uint8Array {
  const { width, height, data } = gray
  const sums = sumsOf(gray)
  const dark = new Uint8Array(width * height)
  for (let y = 0; y < height; y += 1) {
    const [top, bottom] = [Math.max(0, y - reach), Math.min(height, y + reach + 1)]
    for (let x = 0; x < width; x += 1) {
      const [left, right] = [Math.max(0, x - reach), Math.min(width, x + reach + 1)]
      const row = width + 1
      const sum =
        sums[bottom * row + right]! -
        sums[top * row + right]! -
        sums[bottom * row + left]! +
        sums[top * row + left]!
      if (data[y * width + x]! * (bottom - top) * (right - left) < sum * 0.72) dark[y * width + x] = 1
    }
  }
  return dark
}

type Blob = Point & { area: number; wide: number; high: number }

/** Returns the connected dark areas with their centers. Overwrites `dark`. */
function blobsIn(dark: Uint8Array, width: number): Blob[] {
  const blobs: Blob[] = []
  const stack: number[] = []
  for (let start = 0; start < dark.length; start += 1) {
    if (dark[start] !== 1) continue
    let [area, sumX, sumY, left, right, top, bottom] = [0, 0, 0, width, 0, dark.length, 0]
    stack.push(start)
    dark[start] = 2
    while (stack.length > 0) {
      const at = stack.pop()!
      const x = at % width
      const y = (at - x) / width
      area += 1
      sumX += x
      sumY += y
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = Math.max(bottom, y)
      for (const next of [x > 0 ? at - 1 : -1, x < width - 1 ? at + 1 : -1, at - width, at + width])
        if (dark[next] === 1) {
          dark[next] = 2
          stack.push(next)
        }
    }
    blobs.push({ x: sumX / area, y: sumY / area, area, wide: right - left + 1, high: bottom - top + 1 })
  }
  return blobs
}

/**
 * Returns true if an area has the size and shape of a corner mark that is `side` pixels wide, at any angle.
 */
function isMark({ area, wide, high }: Blob, side: number) {
  const share = area / (side * side)
  return share > 0.5 && share < 2.4 && wide < 2.2 * high && high < 2.2 * wide && area > 0.45 * wide * high
}

/** Number of marks considered for each corner: those nearest to the position that the code suggests. */
const maxPerCorner = 8

/** Returns the mean distance in millimeters by which a projection misplaces the corners of the code. */
function misplaced(toPixels: Homography, code: readonly Point[], pixelsPerMm: number) {
  const errors = codeCorners.map((corner, at) => distance(project(toPixels, corner), code[at]!))
  return errors.reduce((sum, error) => sum + error, 0) / errors.length / pixelsPerMm
}

const maxMisplaced = 2.5

/**
 * Finds the corner marks and returns the projection from millimeters of the frame to pixels; null if the
 * marks can't be found. `code` lists the corners of the code, which show where to look and whether the right
 * marks were found.
 */
export function findFrame(gray: Gray, code: readonly Point[]): Homography | null {
  const rough = homography(codeCorners, code)
  if (!rough) return null
  const perMm = distance(code[0]!, code[1]!) / distance(codeCorners[0], codeCorners[1])
  const side = markSize * perMm
  const marks = blobsIn(darkIn(gray, Math.round(side * 1.6)), gray.width).filter((blob) => isMark(blob, side))
  // The code is too small to show the page's tilt precisely, so the page's sides are assumed to be parallel.
  const [origin, right, , down] = codeCorners.map((_, at) => code[at]!) as [Point, Point, Point, Point]
  const unit = distance(codeCorners[0], codeCorners[1])
  const guess = ({ x, y }: Point): Point => {
    const [across, along] = [(x - codeCorners[0].x) / unit, (y - codeCorners[0].y) / unit]
    return {
      x: origin.x + across * (right.x - origin.x) + along * (down.x - origin.x),
      y: origin.y + across * (right.y - origin.y) + along * (down.y - origin.y),
    }
  }
  const nearest = markCenters.map((corner) => {
    const at = guess(corner)
    return marks.toSorted((one, other) => distance(one, at) - distance(other, at)).slice(0, maxPerCorner)
  }) as [Blob[], Blob[], Blob[], Blob[]]
  let best: { by: Homography; error: number } | null = null
  for (const topLeft of nearest[0])
    for (const topRight of nearest[1])
      for (const bottomRight of nearest[2])
        for (const bottomLeft of nearest[3]) {
          const by = homography(markCenters, [topLeft, topRight, bottomRight, bottomLeft])
          const error = by ? misplaced(by, code, perMm) : Infinity
          if (by && error < (best?.error ?? maxMisplaced)) best = { by, error }
        }
  return best?.by ?? null
}
