import { grayOf } from '#features/printing/reading/gray.ts'
import { readPage } from '#features/printing/reading/read-page.ts'

/** Finds worksheet pages in photographs. Runs in a worker, because a photograph takes up to a second. */
globalThis.addEventListener('message', ({ data }: MessageEvent<ImageData>) => {
  const found = readPage(grayOf(data))
  const moved = typeof found === 'string' ? [] : [found.straight.data.buffer]
  globalThis.postMessage(found, { transfer: moved })
})
