import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { readAgain } from './read-again.ts'

const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
afterEach(() => queries.clear())

/** A page that shows `/roll`; each read is answered when the test says what with. */
function page(queryKey: string[] = ['/roll']) {
  const reads: PromiseWithResolvers<string>[] = []
  const observer = new QueryObserver<string>(queries, {
    queryKey,
    // As the product's own, it ends when nobody waits for it any more.
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

test('news during a page’s first read is not lost: what comes is shown, and read once more', async () => {
  const { reads, shown, leave } = page()
  readAgain(queries, '/roll')
  readAgain(queries, '/roll')
  expect(reads).toHaveLength(1)
  reads[0]?.resolve('before')
  await expect.poll(() => reads).toHaveLength(2)
  expect(shown()).toBe('before')
  reads[1]?.resolve('after')
  await expect.poll(() => shown()).toBe('after')
  expect(reads).toHaveLength(2)
  leave()
})

test('a first read that failed is not made again by itself, and the try after it hears of news as well', async () => {
  const { reads, shown, leave } = page()
  readAgain(queries, '/roll')
  reads[0]?.reject(new Error('no answer'))
  await expect.poll(() => queries.isFetching()).toBe(0)
  expect(reads).toHaveLength(1)
  void queries.refetchQueries({ queryKey: ['/roll'] })
  readAgain(queries, '/roll')
  reads[1]?.resolve('before')
  await expect.poll(() => reads).toHaveLength(3)
  reads[2]?.resolve('after')
  await expect.poll(() => shown()).toBe('after')
  leave()
})

test('what is shown is read again at once, and of two reads the later one counts', async () => {
  const { reads, shown, leave } = page()
  reads[0]?.resolve('first')
  await expect.poll(() => shown()).toBe('first')
  readAgain(queries, '/roll')
  readAgain(queries, '/roll')
  await expect.poll(() => reads).toHaveLength(3)
  reads[2]?.resolve('third')
  reads[1]?.resolve('second')
  await expect.poll(() => shown()).toBe('third')
  leave()
})

test('a page that was left meanwhile, or shows something else, reads nothing more', async () => {
  const [left, other] = [page(), page(['/days'])]
  readAgain(queries, '/roll')
  left.leave()
  left.reads[0]?.resolve('before')
  other.reads[0]?.resolve('days')
  await expect.poll(() => other.shown()).toBe('days')
  await expect.poll(() => queries.isFetching()).toBe(0)
  expect([left.reads.length, other.reads.length]).toEqual([1, 1])
  other.leave()
})
