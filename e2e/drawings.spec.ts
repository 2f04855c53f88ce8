import { expect, type CDPSession, type Page } from '@playwright/test'
import { atWork, check, checked, field, onward } from './answer-fixture.ts'
import { test } from './journey.ts'

const paper = (page: Page, strokes: string) => page.getByRole('img', { name: `Scratch paper${strokes}` })

/** Draws a line across the paper at `share` of its height. */
async function stroke(page: Page, hand: CDPSession, tool: 'pen' | 'finger', share: number) {
  const box = await page.locator('canvas').boundingBox()
  if (!box) throw new Error('There is no paper.')
  const y = box.y + box.height * share
  const across = Array.from({ length: 9 }, (_, at) => ({ x: box.x + 20 + at * 25, y: y + (at % 2) * 12 }))
  for (const [at, point] of across.entries()) {
    if (tool === 'finger') {
      await hand.send('Input.dispatchTouchEvent', {
        type: at === 0 ? 'touchStart' : 'touchMove',
        touchPoints: [point],
      })
    } else {
      const type = at === 0 ? 'mousePressed' : 'mouseMoved'
      await hand.send('Input.dispatchMouseEvent', {
        type,
        ...point,
        button: 'left',
        buttons: 1,
        pointerType: 'pen',
      })
    }
  }
  if (tool === 'finger')
    return await hand.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  const last = across.at(-1) ?? { x: 0, y: 0 }
  return await hand.send('Input.dispatchMouseEvent', {
    type: 'mouseReleased',
    ...last,
    button: 'left',
    buttons: 0,
    pointerType: 'pen',
  })
}

test('scratch work can be drawn with a finger or a pen, can be undone, and survives a reload partway through', async ({
  browser,
}) => {
  const { page, errors, context } = await atWork(browser, 'M1045', ['work'], { touch: true })
  const hand = await context.newCDPSession(page)
  await expect(paper(page, ', empty')).toBeVisible()
  await expect(page.getByText('Your answer', { exact: true })).toBeVisible()
  await stroke(page, hand, 'finger', 0.2)
  await expect(paper(page, ' with 1 stroke')).toBeVisible()
  await page.reload()
  await expect(paper(page, ' with 1 stroke')).toBeVisible()

  await stroke(page, hand, 'pen', 0.4)
  await stroke(page, hand, 'pen', 0.6)
  await expect(paper(page, ' with 3 strokes')).toBeVisible()
  await stroke(page, hand, 'finger', 0.8)
  await expect(paper(page, ' with 3 strokes'), 'a palm that rests on the paper draws nothing').toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(paper(page, ' with 2 strokes')).toBeVisible()
  await expect(page.getByText('The last step was undone.')).toBeAttached()
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(page.getByText('Cleared.')).toBeAttached()
  await expect(paper(page, ', empty')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(paper(page, ' with 2 strokes')).toBeVisible()

  await page.getByRole('textbox', { name: 'Your work in words' }).fill('seven and five is twelve')
  await field(page).fill('41')
  await checked(page, 'wrong')
  await field(page).fill('42')
  await checked(page, 'right')
  await page.reload()
  await expect(paper(page, ' with 2 strokes')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Your work in words' })).toHaveValue(
    'seven and five is twelve',
  )
  expect(errors).toEqual([])
  await context.close()
})

/** Stores a drawing full of strokes for a question on this device. Runs in the page. */
const keepFullPaper = (about: string) =>
  new Promise<void>((done) => {
    const strokes = Array.from({ length: 200 }, (_, line) =>
      Array.from({ length: 100 }, (_x, at) => (at % 2 ? 200 + line * 2 : at * 10)),
    )
    const opening = indexedDB.open('outbox')
    opening.addEventListener('success', () => {
      const writing = opening.result.transaction('drafts', 'readwrite')
      writing.objectStore('drafts').put({ kind: 'fr', parts: [{ text: '', strokes }, '42'] }, about)
      writing.addEventListener('complete', () => {
        opening.result.close()
        done()
      })
    })
  })

test('a full drawing is stored and reaches the server', async ({ browser }) => {
  const { page, context } = await atWork(browser, 'M1055', ['work'])
  await expect(paper(page, ', empty')).toBeVisible()
  const [, id] = /homework\/([^/]+)/.exec(page.url()) ?? []
  await page.evaluate(keepFullPaper, `homework ${id} 1.1`)
  await page.reload()
  await expect(paper(page, ' with 200 strokes')).toBeVisible()
  await expect(page.getByText('There is no room for more strokes.')).toBeVisible()
  await checked(page, 'right')
  await page.reload()
  await expect(paper(page, ' with 200 strokes')).toBeVisible()
  await context.close()
})

test('after three wrong tries, the right answer is shown in the same fields', async ({ browser }) => {
  const { page, context } = await atWork(browser, 'M1047', ['choice', 'select', 'graphLine'])
  const answer = page.getByRole('region', { name: 'The answer' })
  const over = async () => await expect(page.getByText('Here is the answer.')).toBeVisible()
  for (const wrong of ['A. 3', 'B. 1/2']) {
    await page.getByRole('radio', { name: wrong }).check()
    await checked(page, 'wrong')
  }
  await page.getByRole('radio', { name: 'D. 11' }).check()
  await check(page).click()
  await over()
  await expect(answer.getByRole('radio', { name: 'C. 8' })).toBeChecked()
  await expect(answer.getByRole('radio', { name: 'A. 3' })).toBeDisabled()
  await onward(page)

  await page.getByRole('radio', { name: '<' }).check()
  await checked(page, 'wrong')
  await page.getByRole('radio', { name: '=' }).check()
  await checked(page, 'wrong')
  await page.getByRole('radio', { name: '<' }).check()
  await check(page).click()
  await over()
  await expect(answer.getByRole('radio', { name: '>' })).toBeChecked()
  await onward(page)

  await page.getByRole('button', { name: 'Add a point' }).click()
  await page.getByRole('button', { name: 'Add a point' }).click()
  for (const place of ['-1', '-2', '-3']) {
    await page.getByRole('textbox', { name: 'Point 2, y' }).fill(place)
    await check(page).click()
    if (place !== '-3')
      await expect(page.getByText(place === '-1' ? '2 tries left' : '1 try left')).toBeVisible()
  }
  await over()
  await expect(answer.getByText('Point 1: 0, 0. Point 2: 3, 3.')).toBeAttached()
  await context.close()
})
