import type { Gray } from '#features/printing/reading/gray.ts'
import { type FoundPage, maxSide, type UnreadReason } from '#features/printing/reading/read-page.ts'
// oxlint-disable-next-line import/default -- Vite makes this module
import workerAddress from './page-worker.ts?worker&url'

/** Trusted Types policy. Browsers that enforce Trusted Types start workers only at URLs from a policy. */
const policy = globalThis.trustedTypes?.createPolicy('paper', { createScriptURL: () => workerAddress })

/** Returns the pixels of a picture, upright and no larger than needed to read a page. */
async function pixelsOf(file: Blob) {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
  const scale = Math.min(1, maxSide / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(picture.width * scale)
  canvas.height = Math.round(picture.height * scale)
  const pen = canvas.getContext('2d', { willReadFrequently: true })
  if (!pen) throw new Error('This browser has no canvas.')
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  return pen.getImageData(0, 0, canvas.width, canvas.height)
}

/**
 * Draws the rows from `from` up to, but not including, `to` of a grayscale picture, and resizes the canvas to
 * fit.
 */
export function drawRows(canvas: HTMLCanvasElement, { width, height, data }: Gray, from = 0, to = height) {
  const [top, bottom] = [Math.max(0, Math.round(from)), Math.min(height, Math.round(to))]
  canvas.width = width
  canvas.height = Math.max(1, bottom - top)
  const pixels = new ImageData(canvas.width, canvas.height)
  for (let at = 0; at < width * (bottom - top); at += 1) {
    const shade = data[top * width + at] ?? 255
    pixels.data[at * 4] = shade
    pixels.data[at * 4 + 1] = shade
    pixels.data[at * 4 + 2] = shade
    pixels.data[at * 4 + 3] = 255
  }
  canvas.getContext('2d')?.putImageData(pixels, 0, 0)
}

/** Encodes a grayscale picture as JPEG. The file contains none of the photograph's metadata. */
export function jpegOf(gray: Gray) {
  const canvas = document.createElement('canvas')
  drawRows(canvas, gray)
  return new Promise<File>((resolve, reject) => {
    canvas.toBlob(
      (blob) =>
        blob ? resolve(new File([blob], 'page.jpg', { type: blob.type })) : reject(new Error('unencodable')),
      'image/jpeg',
      0.8,
    )
  })
}

/**
 * Starts a worker that reads photographs one after another. `read` resolves to the page, or to the reason why
 * there is none, and rejects if the file can't be decoded. Call `close` to end the worker.
 */
export function openPageReader() {
  const worker = new Worker(policy?.createScriptURL('') ?? workerAddress, { type: 'module' })
  let last: Promise<unknown> = Promise.resolve()
  const readNext = async (file: Blob) => {
    const pixels = await pixelsOf(file)
    return await new Promise<FoundPage | UnreadReason>((resolve, reject) => {
      worker.addEventListener(
        'message',
        ({ data }: MessageEvent<FoundPage | UnreadReason>) => resolve(data),
        {
          once: true,
        },
      )
      worker.addEventListener('error', () => reject(new Error('unreadable')), { once: true })
      worker.postMessage(pixels, [pixels.data.buffer])
    })
  }
  return {
    read(file: Blob) {
      const reading = last.then(() => readNext(file))
      last = reading.catch(() => {})
      return reading
    },
    close: () => worker.terminate(),
  }
}
