import { faker } from '@faker-js/faker'
import { centerName, idOf, type Size, today } from './office-world.ts'
import { testWeek, workNumber } from './work-world.ts'

/** Number of a center, and the size of the world (generated test data) that contains it. */
export type Place = { size: Size; center: number }

/** Caller who requests a screen: an operator, or a device, student or parent of the center. */
export type Reader = 'operator' | 'devices' | 'students' | 'parents'

/**
 * A screen with its paths, which are requested in turn. The n-th path of a family's screen is requested by
 * the n-th student or parent. The office reads `daily` screens all day.
 */
export type Screen = { name: string; daily: boolean; by: Reader; paths: string[] }

const searched = 1200
const words = Array.from({ length: searched }, (_, n) => {
  const { first_name: first, last_name: last } = faker.definitions.person
  const names = (n % 2 === 0 ? first.generic : last.generic) ?? []
  const name = names[(n * 7) % names.length] ?? ''
  return n % 3 === 0 ? name : name.slice(0, 2 + (n % 4))
})

/**
 * Returns the numbers of at most 160 active students of the center, no two of whom have the same first
 * parent.
 */
const pupilsOf = ({ size: { centers }, center }: Place) =>
  Array.from({ length: 160 }, (_, i) => i)
    .filter((i) => i % 23 < 20 && i % 5 !== 1)
    .map((i) => i * centers + center)

/**
 * Number of callers of each kind, each with one session, high enough that no session exceeds its rate limit
 * (reliability §0.3).
 */
export const readersEach = 16

/**
 * Returns the ids of the students and parents who sign in at a center, in the order of the paths that they
 * request.
 */
export function readersAt(place: Place): Record<'students' | 'parents', string[]> {
  const some = pupilsOf(place).slice(0, readersEach)
  return {
    students: some.map((s) => idOf('member', s * 3)),
    parents: some.map((s) => idOf('member', s * 3 + 1)),
  }
}

function officeScreens({ center }: Place): Screen[] {
  const at = (path: string) => `centers/${encodeURIComponent(centerName(center))}/${path}`
  const screen = (name: string, daily: boolean, ...paths: string[]): Screen => ({
    name,
    daily,
    by: 'operator',
    paths: paths.map(at),
  })
  return [
    screen('Students', true, 'students'),
    screen('Search', true, ...words.map((word) => `students?filter=2&search=${encodeURIComponent(word)}`)),
    screen('Day', true, `schedules/${today}`),
    screen('Roll', true, `attendances?classId=${idOf('class', center * 60 + 1)}&on=${today}`),
    screen('Week', false, 'schedules?from=2026-03-01&to=2026-03-07'),
    screen('Dashboard', false, 'dashboard'),
    screen('Oddities', false, 'reports/schedule-oddities'),
    screen('Grading', false, 'grading'),
  ]
}

/**
 * Returns the screens about students' work. Operators read the work of all students in `pupilsOf`. Some of
 * these students and their parents read it on their own pages.
 */
function workScreens(place: Place): Screen[] {
  const { size, center } = place
  const pupils = pupilsOf(place)
  const id = (s: number) => idOf('member', s * 3)
  const work = (s: number, week: number) =>
    idOf('work', workNumber({ students: size.centers * size.students, works: size.works }, week, s))
  const screen = (name: string, by: Reader, path: (s: number) => string): Screen => {
    const readers = by === 'operator' ? pupils : pupils.slice(0, readersEach)
    return { name, daily: false, by, paths: readers.map(path) }
  }
  const room = `classroom/${idOf('class', center * 60 + 1)}`
  return [
    screen('Report', 'operator', (s) => `students/${id(s)}`),
    screen(
      'Activities',
      'operator',
      (s) => `centers/${encodeURIComponent(centerName(center))}/students/${id(s)}/activities`,
    ),
    screen('Homework', 'operator', (s) => `students/${id(s)}/homework/${work(s, 2)}`),
    screen('Homework answers', 'operator', (s) => `students/${id(s)}/homework/${work(s, 2)}/3`),
    screen('Test', 'operator', (s) => `students/${id(s)}/tests/${work(s, testWeek)}`),
    { name: 'Classroom', daily: false, by: 'devices', paths: [room] },
    { name: 'Classroom answers', daily: false, by: 'devices', paths: [`${room}/answers`] },
    screen('Own work', 'students', () => 'student'),
    screen('Own homework', 'students', (s) => `student/homework/${work(s, 1)}`),
    screen('Own question', 'students', (s) => `student/homework/${work(s, 1)}/sections/1/3`),
    screen('Own record', 'students', () => 'student/record'),
    screen('Child', 'parents', (s) => `parent/students/${id(s)}`),
  ]
}

/** Returns the screens of a center that are measured. */
export const screensOf = (place: Place): Screen[] => [...officeScreens(place), ...workScreens(place)]
