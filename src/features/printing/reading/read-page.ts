import { decodeQR } from 'qr/decode.js'
import { findFrame } from './corner-marks.ts'
import { markCenters, type Point } from './frame.ts'
import { type Gray, shrunk, straightened } from './gray.ts'
import { homography, project } from './homography.ts'
import { pageIdOf } from './page-codes.ts'

/** Reasons why a page can't be read. */
export type UnreadReason = 'no_code' | 'other_code' | 'no_corners'

/** A page found in a photograph: its id, and its picture as if photographed straight from above. */
export type FoundPage = { pageId: string; straight: Gray }

/** Maximum length in pixels of a photograph's longer side. Larger photographs are scaled down to it. */
export const maxSide = 2400

/** Maximum time in ms for decoding a difficult code. */
const patience = 400

type Code = { text: string; corners: readonly Point[] }

/**
 * Finds the code in a picture, with its corners clockwise from the top left. Returns null if there is none.
 */
function codeIn(gray: Gray): Code | null {
  let found: Code | null = null
  // The picture is grayscale. I420 is a color format, but the decoder reads only its brightness.
  const options = {
    format: 'I420',
    effort: 3,
    timeLimit: patience,
    pointsOnDetect: ({ bounds }: { bounds: readonly Point[] }, text: string | Error) => {
      if (typeof text === 'string') found = { text, corners: bounds }
    },
  } as const
  try {
    decodeQR(gray, options)
  } catch {
    return null
  }
  return found
}

/**
 * Minimum length in pixels of a photograph's longer side after it is shrunk for the search for marks. At this
 * size, a mark is at least 10 pixels wide.
 */
const enough = 1200

const scaled = (by: number, { x, y }: Point): Point => ({ x: x * by, y: y * by })

/**
 * Finds a worksheet page in a photograph and straightens it, or returns the reason why it can't. Has no side
 * effects, and never throws.
 */
export function readPage(photo: Gray): FoundPage | UnreadReason {
  const by = Math.max(1, Math.floor(Math.max(photo.width, photo.height) / enough))
  const small = shrunk(photo, by)
  const inSmall = codeIn(small)
  const code = inSmall ?? codeIn(photo)
  if (!code) return 'no_code'
  const pageId = pageIdOf(code.text)
  if (!pageId) return 'other_code'
  const corners = inSmall ? code.corners : code.corners.map((corner) => scaled(1 / by, corner))
  const frame = findFrame(small, corners)
  if (!frame) return 'no_corners'
  const marks = homography(
    markCenters,
    markCenters.map((mark) => scaled(by, project(frame, mark))),
  )
  return marks ? { pageId, straight: straightened(photo, marks) } : 'no_corners'
}
