import type { Page } from '@playwright/test'

/** Limit on the time from an input until the page is painted again, in ms. */
export const maxInteractionMs = 100

/**
 * Script that records the time in ms from each interaction to the next paint (if 16 ms or more), and long
 * tasks.
 */
export const watchInteractions = `
  globalThis.interactions = new Map()
  globalThis.longTasks = []
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries())
      if (interactionId) interactions.set(interactionId, Math.max(duration, interactions.get(interactionId) ?? 0))
  }).observe({ type: 'event', durationThreshold: 16, buffered: true })
  new PerformanceObserver((list) => longTasks.push(...list.getEntries().map(({ duration }) => Math.round(duration))))
    .observe({ type: 'longtask' })
`

const rounds = 5

/**
 * Repeats an interaction and returns the median time until the next paint, in ms. The browser doesn't report
 * interactions of less than 16 ms, which count as 0.
 */
export async function interactionMs(page: Page, act: (round: number) => Promise<void>) {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    await page.evaluate('interactions.clear()')
    await act(round)
    await page.waitForTimeout(400)
    times.push(await page.evaluate<number>('Math.max(0, ...interactions.values())'))
  }
  return times.toSorted((a, b) => a - b)[rounds >> 1] as number
}

/** Prints the times of some interactions. Returns false if one is over the limit. */
export function reportInteractions(times: Readonly<Record<string, number>>) {
  const text = Object.entries(times).map(([label, ms]) => `${label} ${ms < 16 ? 'under 16' : Math.round(ms)}`)
  console.log(`  until the next paint: ${text.join(', ')} ms (at most ${maxInteractionMs})`)
  return Object.values(times).every((ms) => ms <= maxInteractionMs)
}
