import { describe, expect, test } from 'vitest'
import { madeUpDistortion, madeUpPage, opened, photoOf, randomFrom } from '#tests/paper-photos.ts'
import { readBubbles } from './bubbles.ts'
import { homography, project } from './homography.ts'
import { codeOf, pageIdOf } from './page-codes.ts'
import { maxSide, readPage } from './read-page.ts'

const pageId = '0192f1c2-7b7a-7d33-9c55-4e1f0a2b3c4d'

/**
 * Simulates a photograph of a generated page. `patch` overrides parts of its random distortion, and `code`
 * the text of its code.
 */
async function photographed(
  seed: number,
  patch: Partial<ReturnType<typeof madeUpDistortion>> = {},
  code?: string,
) {
  const random = randomFrom(seed)
  const page = { ...madeUpPage(pageId, random), ...(code && { code }) }
  const distortion = { ...madeUpDistortion(random), megapixels: 6, ...patch }
  return { page, photo: await opened(await photoOf(page, distortion, random), maxSide) }
}

describe('a photographed page', () => {
  test.each<[string, number, Parameters<typeof photographed>[1]]>([
    ['turned a little', 1, { turn: 12 }],
    ['upside down', 2, { turn: 180 }],
    ['on its side', 3, { turn: 90 }],
    ['at an angle', 4, { tilt: 0.06 }],
    ['in shadow', 5, { shadow: 0.4 }],
    ['folded', 6, { fold: 1.6 }],
    ['with noise and blur', 7, { noise: 10, blur: 2 }],
  ])('%s is recognized, and its bubbles are read', async (_, seed, patch) => {
    const { page, photo } = await photographed(seed, patch)
    const found = readPage(photo)
    if (typeof found === 'string') throw new Error(found)
    expect(found.pageId).toBe(pageId)
    for (const { bubbles, filled } of page.questions) {
      const read = readBubbles(found.straight, bubbles)
      expect(read.every(({ isClear }) => isClear)).toBe(true)
      expect(read.filter(({ isFilled }) => isFilled).map(({ name }) => name)).toEqual(filled)
    }
  })

  test('isn’t recognized without a code', () => {
    const data = new Uint8ClampedArray(600 * 800).fill(200)
    expect(readPage({ width: 600, height: 800, data })).toBe('no_code')
  })

  test('isn’t mistaken for a worksheet if its code is for something else', async () => {
    const { photo } = await photographed(8, {}, 'https://example.com/')
    expect(readPage(photo)).toBe('other_code')
  })

  test('isn’t straightened if a corner is missing', async () => {
    const { photo } = await photographed(8, { turn: 0, tilt: 0 })
    const height = Math.round(photo.height * 0.7)
    const cut = { width: photo.width, height, data: photo.data.subarray(0, photo.width * height) }
    expect(readPage(cut)).toBe('no_corners')
  })
})

test('the text of a code is read back as the id of its page, and other text isn’t', () => {
  expect(codeOf(pageId)).toMatch(/^[0-9A-F]{32}$/)
  expect(pageIdOf(codeOf(pageId))).toBe(pageId)
  for (const other of ['', 'HELLO', codeOf(pageId).slice(1), `${codeOf(pageId)}0`])
    expect(pageIdOf(other)).toBeNull()
})

test('a projection maps its four points to their targets, and collinear points have no projection', () => {
  const from = [
    { x: 0, y: 0 },
    { x: 10, y: 0 },
    { x: 10, y: 10 },
    { x: 0, y: 10 },
  ]
  const to = [
    { x: 3, y: 2 },
    { x: 21, y: 4 },
    { x: 18, y: 25 },
    { x: 1, y: 19 },
  ]
  const by = homography(from, to)!
  for (const [at, point] of from.entries()) {
    expect(project(by, point).x).toBeCloseTo(to[at]!.x)
    expect(project(by, point).y).toBeCloseTo(to[at]!.y)
  }
  expect(homography(from, [to[0]!, to[0]!, to[0]!, to[0]!])).toBeNull()
})
