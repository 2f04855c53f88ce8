import { expect, test, vi } from 'vitest'
import { features } from '#server/features.ts'
import { readSettings } from '#server/settings.ts'
import { firstReads, readsAt } from '#web/first-reads.ts'

const stored = new Map<string, string>()
vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null })

test('each address that a page requests early is the path of a GET endpoint', () => {
  const patterns = features
    .flatMap(({ endpoints }) => endpoints(readSettings({}), [], {}))
    .flatMap(({ contract }) => Object.values(contract))
    .filter(({ method }) => method === 'GET')
    .map(({ path }) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`))
  const addresses = [...new Set(Object.values(firstReads).flat())].map((each) => each.split('?')[0] ?? '')
  expect(addresses.length).toBeGreaterThan(20)
  expect(addresses.filter((each) => !patterns.some((pattern) => pattern.test(each)))).toEqual([])
})

test.each([
  ['/login', '', []],
  ['/student', '', ['/student', '/student/record']],
  [
    '/student/homework/7/sections/2/questions/3',
    '',
    ['/student/homework/7', '/student/homework/7/sections/2/3'],
  ],
  [
    '/centers/Maple%20Street/scheduler/2026-03-04',
    '',
    [
      '/centers',
      '/centers/Maple%20Street',
      '/centers/Maple%20Street/schedules/2026-03-04',
      '/centers/Maple%20Street/offers',
    ],
  ],
  [
    '/centers/Elm/attendance/7',
    '?on=2026-03-04',
    [
      '/centers',
      '/centers/Elm',
      '/centers/Elm/schedules/2026-03-04',
      '/centers/Elm/attendances?classId=7&on=2026-03-04',
    ],
  ],
])('the page %s%s requests early the data that its address names', (pathname, search, reads) => {
  expect(readsAt({ pathname, search })).toEqual(reads)
})

test('a list with a search or for an unknown day is not requested early', () => {
  expect(readsAt({ pathname: '/centers/Elm/students', search: '?find=ana' })).toEqual([])
  expect(readsAt({ pathname: '/centers/Elm/attendance', search: '' })).toEqual(['/centers', '/centers/Elm'])
})

test("the remembered current day of a center advances with this device's date", () => {
  vi.useFakeTimers({ now: new Date('2026-03-03T18:00') })
  stored.set('today', `2026-03-04 ${Date.now()}`)
  vi.setSystemTime(new Date('2026-03-07T08:00'))
  expect(readsAt({ pathname: '/centers/Elm/attendance', search: '' })).toContain(
    '/centers/Elm/schedules/2026-03-08',
  )
  vi.useRealTimers()
})
