import { expect, type Page } from '@playwright/test'
import { builtFiles } from '../bench/first-load.ts'
import { letIn, test } from './journey.ts'

const center = '/centers/Maple%20Street'
const latencyMs = 150

/**
 * Opens a page with a slow network and an empty cache. Returns its requests with their start and end times in
 * ms, those that failed, and the early reads that the page didn't use.
 */
async function opening(page: Page, path: string) {
  const tools = await page.context().newCDPSession(page)
  await tools.send('Network.enable')
  await tools.send('Network.clearBrowserCache')
  await tools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: 1_000_000,
    uploadThroughput: 1_000_000,
  })
  const began = new Map<string, number>()
  const ended = new Map<string, number>()
  const refused: string[] = []
  const addressOf = (url: string) => decodeURI(url).slice(new URL(url).origin.length)
  page.on('request', (request) => began.set(addressOf(request.url()), performance.now()))
  page.on('requestfinished', (request) => ended.set(addressOf(request.url()), performance.now()))
  page.on('response', (answer) => answer.status() >= 400 && refused.push(addressOf(answer.url())))
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  const notUsed = await page.evaluate<string[]>('[...globalThis.early.keys()]')
  return { began, ended, refused, notUsed }
}

/** Returns the time at which the browser began to load each script, by the browser's clock, in ms. */
async function startsOf(page: Page) {
  const starts = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name, startTime }) => [new URL(name).pathname, startTime] as const),
  )
  return new Map(starts.filter(([path]) => /^\/assets\/.*\.js$/.test(path)))
}

/**
 * Returns the URL of a page that needs ids: `path` if it is already such a URL, otherwise the first matching
 * link on the page at `path`.
 */
async function follow(page: Page, path: string, link: string) {
  if (path.includes(link)) return path
  await page.goto(path)
  const found = page.locator(`main a[href*="${link}"]`).first()
  return (await found.getAttribute('href')) ?? ''
}

for (const { who, at, links = [], screen, reads } of [
  { who: 'student', at: '/student', screen: 'overview/StudentHomePage', reads: 2 },
  {
    who: 'student',
    at: '/student',
    links: ['/homework/', '/questions/'],
    screen: 'overview/StudentQuestionPage',
    reads: 2,
  },
  { who: 'parent', at: '/parent', screen: 'family/ParentPage', reads: 4 },
  { who: 'operator', at: center, screen: 'overview/CenterPage', reads: 6 },
  { who: 'operator', at: `${center}/scheduler/2026-03-03`, screen: 'overview/SchedulerDayPage', reads: 4 },
  { who: 'operator', at: `${center}/attendance`, screen: 'attendance/AttendancePage', reads: 3 },
  {
    who: 'operator',
    at: `${center}/attendance`,
    links: ['/attendance/'],
    screen: 'overview/ClassRollPage',
    reads: 4,
  },
  { who: 'operator', at: `${center}/classes`, links: ['/classes/'], screen: 'overview/ClassPage', reads: 3 },
  { who: 'operator', at: `${center}/students`, screen: 'overview/StudentListPage', reads: 6 },
  {
    who: 'operator',
    at: `${center}/students`,
    links: ['/students/0'],
    screen: 'overview/StudentPage',
    reads: 7,
  },
  { who: 'operator', at: `${center}/students/import`, screen: 'students/import/ImportPage', reads: 3 },
  { who: 'manager', at: center, screen: 'overview/CenterPage', reads: 6 },
  { who: 'operator', at: `${center}/grading`, screen: 'grading/GradingPage', reads: 5 },
] as const)
  test(`the ${who}’s ${screen} requests its first data while its scripts load in parallel`, async ({
    page,
  }) => {
    await letIn(page, who)
    // Visit the center once, so that the browser remembers the center's current day.
    await page.goto(at)
    await page.waitForLoadState('networkidle')
    let path: string = at
    for (const link of links) path = await follow(page, path, link)
    const { began, ended, refused, notUsed } = await opening(page, path)
    expect(refused).toEqual([])
    expect(notUsed, 'requested, but not read').toEqual([])
    const own = `/${builtFiles()[`../features/${screen}.tsx`]?.file}`
    const loaded = ended.get(own) ?? 0
    const early = [...began].filter(([address, moment]) => address.startsWith('/api/') && moment < loaded)
    expect(early.length, early.join('\n')).toBeGreaterThan(reads)
    // The document lists all scripts, so none of them waits for another one.
    const scripts = await startsOf(page)
    expect((scripts.get(own) ?? Infinity) - Math.min(...scripts.values())).toBeLessThan(latencyMs)
  })
