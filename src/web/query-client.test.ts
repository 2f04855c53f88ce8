import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { PageQueries, requestedAt } from './query-client.ts'

const queries = new PageQueries({ defaultOptions: { queries: { retry: false } } })
afterEach(() => queries.clear())

/** Reports a change to `/roll`. */
const news = () => queries.invalidateQueries({ queryKey: ['/roll'] })

/** Opens a page that shows `/roll`. The test resolves each read explicitly. */
function page(queryKey: string[] = ['/roll']) {
  const reads: PromiseWithResolvers<string>[] = []
  const observer = new QueryObserver<string>(queries, {
    queryKey,
    // Like the product's own reads, this one is aborted when nothing waits for it anymore.
    queryFn: async ({ signal }) => {
      const read = Promise.withResolvers<string>()
      signal.addEventListener('abort', () => read.reject(signal.reason as Error))
      reads.push(read)
      return await read.promise
    },
  })
  const leave = observer.subscribe(() => {})
  const shown = () => observer.getCurrentResult().data
  return { reads, shown, leave }
}

test('after a change during a page’s first read, the result is shown and then read again', async () => {
  const { reads, shown, leave } = page()
  void news()
  void news()
  expect(reads).toHaveLength(1)
  reads[0]?.resolve('before')
  await expect.poll(() => reads).toHaveLength(2)
  expect(shown()).toBe('before')
  reads[1]?.resolve('after')
  await expect.poll(() => shown()).toBe('after')
  expect(reads).toHaveLength(2)
  leave()
})

test('waiting until a page is up to date also waits for the second read', async () => {
  const { reads, shown, leave } = page()
  const upToDate = Promise.all([news(), news()]).then(shown)
  reads[0]?.resolve('before')
  await expect.poll(() => reads).toHaveLength(2)
  reads[1]?.resolve('after')
  expect(await upToDate).toBe('after')
  leave()
})

test('a failed first read isn’t repeated automatically, and a change during the next try causes another read', async () => {
  const { reads, shown, leave } = page()
  void news()
  reads[0]?.reject(new Error('no answer'))
  await expect.poll(() => queries.isFetching()).toBe(0)
  expect(reads).toHaveLength(1)
  void queries.refetchQueries({ queryKey: ['/roll'] })
  void news()
  reads[1]?.resolve('before')
  await expect.poll(() => reads).toHaveLength(3)
  reads[2]?.resolve('after')
  await expect.poll(() => shown()).toBe('after')
  leave()
})

test('after a change, a shown result is read again immediately, and the later of two reads is shown', async () => {
  const { reads, shown, leave } = page()
  reads[0]?.resolve('first')
  await expect.poll(() => shown()).toBe('first')
  void news()
  void news()
  await expect.poll(() => reads).toHaveLength(3)
  reads[2]?.resolve('third')
  reads[1]?.resolve('second')
  await expect.poll(() => shown()).toBe('third')
  leave()
})

test('a page that was closed, or that shows something else, isn’t read again', async () => {
  const [left, other] = [page(), page(['/days'])]
  void news()
  left.leave()
  left.reads[0]?.resolve('before')
  other.reads[0]?.resolve('days')
  await expect.poll(() => other.shown()).toBe('days')
  await expect.poll(() => queries.isFetching()).toBe(0)
  expect([left.reads.length, other.reads.length]).toEqual([1, 1])
  other.leave()
})

test('only data requested before a given moment is read again, even while its first read is running', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1000 })
  const [early, late] = [page(['/early']), page(['/late'])]
  early.reads[0]?.resolve('before')
  await expect.poll(early.shown).toBe('before')
  vi.setSystemTime(2000)
  const later = page(['/later'])
  for (const queryKey of [['/early'], ['/late'], ['/later']])
    void queries.invalidateQueries({ queryKey, predicate: (query) => requestedAt(query) <= 1500 })
  late.reads[0]?.resolve('before')
  later.reads[0]?.resolve('after')
  await expect.poll(later.shown).toBe('after')
  await expect.poll(() => [early, late, later].map(({ reads }) => reads.length)).toEqual([2, 2, 1])
  for (const { leave } of [early, late, later]) leave()
  vi.useRealTimers()
})
