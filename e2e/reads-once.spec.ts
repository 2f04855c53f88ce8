import { expect, type Page } from '@playwright/test'
import { letIn, test } from './journey.ts'

const center = '/centers/Maple%20Street'

/**
 * Opens a page, waits until it has joined its channels and is idle, and returns how often it read each
 * resource.
 */
async function readsOf(page: Page, path: string) {
  const counts = new Map<string, number>()
  const joined = new Promise<void>((done) => {
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (JSON.parse(String(payload)).type === 'joined') done()
      }),
    )
  })
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (request.method() === 'GET' && pathname.startsWith('/api/') && pathname !== '/api/live')
      counts.set(pathname + search, (counts.get(pathname + search) ?? 0) + 1)
  })
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await joined
  await page.waitForLoadState('networkidle')
  return counts
}

for (const [who, path] of [
  ['student', '/student'],
  ['parent', '/parent'],
  ['operator', center],
  ['operator', `${center}/scheduler`],
  ['operator', `${center}/attendance`],
  ['operator', `${center}/classes`],
  ['operator', `${center}/grading`],
] as const)
  test(`opening ${path} as ${who} reads each resource once`, async ({ page }) => {
    await letIn(page, who)
    // Visit the page first, because the first visit may create the day, which all screens then read again.
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    const counts = await readsOf(page, path)
    expect(counts.size).toBeGreaterThan(0)
    expect([...counts].filter(([, count]) => count > 1)).toEqual([])
  })
