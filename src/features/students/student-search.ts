import { searchText } from '#shared/page-search.ts'
import type { ListSort, StudentConditions } from './figures.ts'
import type { View } from './rules.ts'

export type StudentSearch = {
  filter?: number | undefined
  find?: string | undefined
  view?: View | undefined
  sort?: Exclude<ListSort, 'name'> | undefined
  down?: true | undefined
} & StudentConditions

/** Search parameters from the URL, not validated yet. */
export type RawStudentSearch = { [Name in keyof StudentSearch]?: unknown }

const listSorts = ['attendance', 'absences', 'lastScore', 'overdue'] as const

/** Parses a limit in a URL, from 1 to `most`. */
const limit = (value: unknown, most: number) =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= most ? Number(value) : undefined

/** Reads search parameters and ignores invalid values. */
export const studentSearch = ({
  filter,
  find,
  view,
  sort,
  down,
  ...search
}: RawStudentSearch): StudentSearch => ({
  filter: filter === 1 || filter === 2 ? filter : undefined,
  find: searchText(find),
  view: view === 'list' || view === 'board' ? view : undefined,
  sort: listSorts.find((each) => each === sort),
  down: down === true || undefined,
  watch: search.watch === true || undefined,
  attendanceBelow: limit(search.attendanceBelow, 100),
  absences: limit(search.absences, 99),
  scoreBelow: limit(search.scoreBelow, 100),
  overdue: search.overdue === true || undefined,
  classId: searchText(search.classId),
  teacherId: searchText(search.teacherId),
  level: searchText(search.level),
})
