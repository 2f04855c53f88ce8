import { readBubbles } from '#features/printing/reading/bubbles.ts'
import { maxSide, readPage } from '#features/printing/reading/read-page.ts'
import { madeUpDistortion, madeUpPage, opened, photoOf, randomFrom } from '#tests/paper-photos.ts'

const photographs = 200
/** Factor by which a slow phone or tablet takes longer than this machine. */
const slowdown = 4

function madeUpId(random: () => number) {
  const digits = Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16)).join('')
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

const share = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)} %`

/**
 * Reads simulated photographs of worksheets, of 6 to 12 megapixels each: rotated, tilted, folded, in shadow,
 * noisy and blurred. Returns true if at least 98% are recognized, none is assigned to the wrong page, no
 * bubble is misread (unclear ones don't count), and the median time on a slow tablet is at most two seconds.
 */
export async function measurePaper() {
  const times: number[] = []
  const unread: string[] = []
  let [wrongPage, bubbles, misread, unclear] = [0, 0, 0, 0]
  for (let seed = 0; seed < photographs; seed += 1) {
    const random = randomFrom(seed)
    const page = madeUpPage(madeUpId(random), random)
    const photo = await opened(await photoOf(page, madeUpDistortion(random), random), maxSide)
    const start = performance.now()
    const found = readPage(photo)
    if (typeof found === 'string') unread.push(`${seed} ${found}`)
    else if (found.pageId !== page.pageId) wrongPage += 1
    else
      for (const question of page.questions)
        for (const { name, isFilled, isClear } of readBubbles(found.straight, question.bubbles)) {
          bubbles += 1
          if (!isClear) unclear += 1
          else if (isFilled !== question.filled.includes(name)) misread += 1
        }
    times.push(performance.now() - start)
  }
  times.sort((a, b) => a - b)
  const recognized = photographs - unread.length - wrongPage
  const [median, most] = [
    times[photographs / 2]! * slowdown,
    times[Math.floor(photographs * 0.95)]! * slowdown,
  ]
  console.log(`Paper: ${photographs} photographs of worksheets`)
  console.log(`  recognized           ${share(recognized, photographs)} ${unread.join(', ')}`)
  console.log(`  wrongly assigned     ${wrongPage}`)
  console.log(`  bubbles misread      ${misread} of ${bubbles}, unclear ${unclear}`)
  console.log(
    `  time at ${slowdown} × slowdown  median ${median.toFixed(0)} ms, 95 % within ${most.toFixed(0)} ms`,
  )
  return recognized >= 0.98 * photographs && wrongPage === 0 && misread === 0 && median <= 2000
}
