/**
 * Geometry of every worksheet page, in millimeters, regardless of the paper size. The origin is the center of
 * the top left corner mark. The frame between the marks fits A4 and Letter with room for printer margins.
 */
export const frame = { width: 184, height: 252 }

/** Side length of the black square in each corner. */
export const markSize = 7

/** Box of the QR code, which is `modules` modules wide. The outer `border` modules on each side are white. */
export const codeBox = { left: 140, top: -4, size: 30, border: 4, modules: 33 }

/** Diameter of a bubble. */
export const bubbleSize = 4.6

/** Margin around the frame in the straightened picture. */
export const pictureMargin = 6

/** A point in millimeters, or in pixels of a picture. */
export type Point = { x: number; y: number }

const codeStart = (codeBox.border / codeBox.modules) * codeBox.size

/** Corners of the code without its border: top left, top right, bottom right, bottom left. */
export const codeCorners = corners(
  codeBox.left + codeStart,
  codeBox.top + codeStart,
  codeBox.size - 2 * codeStart,
  codeBox.size - 2 * codeStart,
)

/** Centers of the corner marks, in the order of `codeCorners`. */
export const markCenters = corners(0, 0, frame.width, frame.height)

function corners(x: number, y: number, width: number, height: number): [Point, Point, Point, Point] {
  return [
    { x, y },
    { x: x + width, y },
    { x: x + width, y: y + height },
    { x, y: y + height },
  ]
}
