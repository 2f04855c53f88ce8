import { frame, pictureMargin } from './frame.ts'
import { type Homography, project } from './homography.ts'

/** A picture in shades of gray: one byte per pixel, 0 is black. */
export type Gray = { width: number; height: number; data: Uint8ClampedArray }

/** Converts a picture with four bytes per pixel (red, green, blue, alpha) to gray. */
export function grayOf({ width, height, data }: Gray): Gray {
  const gray = new Uint8ClampedArray(width * height)
  for (let at = 0; at < gray.length; at += 1)
    gray[at] = (data[at * 4]! * 77 + data[at * 4 + 1]! * 150 + data[at * 4 + 2]! * 29) >> 8
  return { width, height, data: gray }
}

/** Shrinks a picture by averaging squares of `by` × `by` pixels. */
export function shrunk(gray: Gray, by: number): Gray {
  if (by === 1) return gray
  const width = Math.floor(gray.width / by)
  const height = Math.floor(gray.height / by)
  const data = new Uint8ClampedArray(width * height)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      let sum = 0
      for (let dy = 0; dy < by; dy += 1)
        for (let dx = 0; dx < by; dx += 1) sum += gray.data[(y * by + dy) * gray.width + x * by + dx]!
      data[y * width + x] = sum / (by * by)
    }
  return { width, height, data }
}

/** Pixels per millimeter of a straightened picture. */
export const pixelsPerMm = 6

/**
 * Converts a distance in millimeters from the frame's origin to a pixel position in the straightened picture.
 */
export const pixelOf = (mm: number) => (mm + pictureMargin) * pixelsPerMm

/**
 * Draws the page as if photographed straight from above. `by` maps millimeters of the frame to pixels of the
 * photograph.
 */
export function straightened({ width, height, data }: Gray, by: Homography): Gray {
  const wide = (frame.width + 2 * pictureMargin) * pixelsPerMm
  const high = (frame.height + 2 * pictureMargin) * pixelsPerMm
  const straight = new Uint8ClampedArray(wide * high)
  for (let y = 0; y < high; y += 1)
    for (let x = 0; x < wide; x += 1) {
      const at = project(by, { x: x / pixelsPerMm - pictureMargin, y: y / pixelsPerMm - pictureMargin })
      const left = Math.floor(at.x)
      const top = Math.floor(at.y)
      if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) {
        straight[y * wide + x] = 255
        continue
      }
      const [dx, dy, from] = [at.x - left, at.y - top, top * width + left]
      const above = data[from]! * (1 - dx) + data[from + 1]! * dx
      const below = data[from + width]! * (1 - dx) + data[from + width + 1]! * dx
      straight[y * wide + x] = above * (1 - dy) + below * dy
    }
  return { width: wide, height: high, data: straight }
}
