import type { Columns } from '#shared/csv.ts'
import { t } from '#shared/language.ts'
import { attendanceRate, percentOf } from '../attendance-rate.ts'
import { money } from '#features/billing/amounts.ts'
import type { CenterLine, Money, TasksAndMoney } from './api.ts'

/** A center with all of its figures. `tasksAndMoney` is null until it has loaded. */
export type ComparedCenter = CenterLine & { tasksAndMoney: Omit<TasksAndMoney, '_id'> | null }

/** A center's figures, or the totals of all centers. */
export type Line = Omit<ComparedCenter, '_id' | 'weeks'>

/** Adds the open tasks and the money due to the centers for which they have loaded. */
export function withTasksAndMoney(
  lines: readonly CenterLine[],
  loaded: readonly TasksAndMoney[],
): ComparedCenter[] {
  const byName = new Map(loaded.map((each) => [each._id, each]))
  return lines.map((line) => ({ ...line, tasksAndMoney: byName.get(line._id) ?? null }))
}

type Figure = {
  title: string
  /** Returns the number to sort by; null if there is nothing to measure or it hasn't loaded. */
  value: (line: Line) => number | null
  unit?: '%'
  /** Returns the detail below the number. */
  detail?: (line: Line) => string | null
  /** Returns the text of a value that isn't a plain number. */
  text?: (line: Line) => string | null
  /** True if low numbers need attention first, as with attendance. */
  lowFirst?: true
}

export const figureNames = [
  'enrolled',
  'enrollments',
  'departures',
  'seats',
  'attendance',
  'waitlist',
  'missingMarks',
  'tasks',
  'due',
] as const
export type FigureName = (typeof figureNames)[number]

/**
 * Returns the number of open tasks: problems, make-ups to confirm, and answers to grade. Null until they have
 * loaded.
 */
const openTasks = ({ tasksAndMoney: tasks, toGrade }: Line) =>
  tasks && tasks.oddities + tasks.makeUpRequests + toGrade

const moneyAt = ({ tasksAndMoney }: Line) => tasksAndMoney?.money ?? null

/** The figures of the page, in order. */
export const figures: Record<FigureName, Figure> = {
  enrolled: { title: 'Enrolled', value: ({ enrolled }) => enrolled },
  enrollments: { title: 'New', value: ({ enrollments }) => enrollments },
  departures: { title: 'Left', value: ({ departures }) => departures },
  seats: {
    title: 'Seats filled',
    value: ({ seats, maxSize }) => percentOf(seats, maxSize),
    unit: '%',
    detail: ({ seats, maxSize }) =>
      maxSize === 0 ? null : t('{done} of {of}', { done: seats, of: maxSize }),
    lowFirst: true,
  },
  attendance: { title: 'Attendance', value: attendanceRate, unit: '%', lowFirst: true },
  waitlist: { title: 'Waitlist', value: ({ waitlist }) => waitlist },
  missingMarks: {
    title: 'Missing attendance',
    value: ({ missingMarks }) => missingMarks,
    detail: ({ missingClasses }) =>
      missingClasses === 0
        ? null
        : missingClasses === 1
          ? t('in 1 class')
          : t('in {classes} classes', { classes: missingClasses }),
  },
  tasks: {
    title: 'Open tasks',
    value: openTasks,
    detail: ({ tasksAndMoney, toGrade }) =>
      !tasksAndMoney || toGrade === 0 ? null : t('{toGrade} to grade', { toGrade }),
  },
  due: {
    title: 'Money due',
    value: (line) => moneyAt(line)?.due ?? null,
    text(line) {
      const amounts = moneyAt(line)
      return amounts && money(amounts.due, amounts.currency)
    },
    detail(line) {
      const amounts = moneyAt(line)
      return amounts && amounts.overdue > 0
        ? t('{amount} overdue', { amount: money(amounts.overdue, amounts.currency) })
        : null
    },
  },
}

/** Returns a figure as text, or a dash if there is nothing to measure. */
export function figureText(name: FigureName, line: Line) {
  const { value, unit = '', text } = figures[name]
  const number = value(line)
  if (number === null) return '–'
  return text?.(line) ?? `${number}${unit}`
}

/**
 * Returns the money due at all centers. Null if it isn't known for every center, or if the centers where
 * money is due use different currencies. If nothing is due anywhere, compares the currencies of all centers.
 */
function totalMoney(lines: readonly Line[]): Money | null {
  const amounts = lines.map(moneyAt).filter((each) => each !== null)
  const owing = amounts.filter(({ due }) => due > 0)
  const [first, ...others] = owing.length > 0 ? owing : amounts
  if (!first || amounts.length < lines.length || others.some(({ currency }) => currency !== first.currency))
    return null
  const sum = (field: 'due' | 'overdue') => amounts.reduce((total, each) => total + each[field], 0)
  return { currency: first.currency, due: sum('due'), overdue: sum('overdue') }
}

/** Returns the open tasks and the money due at all centers, or null until all have loaded. */
function totalTasksAndMoney(lines: readonly Line[]): Line['tasksAndMoney'] {
  const all = lines.map(({ tasksAndMoney }) => tasksAndMoney).filter((each) => each !== null)
  if (all.length < lines.length) return null
  const sum = (field: 'oddities' | 'makeUpRequests') => all.reduce((total, each) => total + each[field], 0)
  return { oddities: sum('oddities'), makeUpRequests: sum('makeUpRequests'), money: totalMoney(lines) }
}

/** Returns the sums over all centers. A rate computed from these sums weights each center by its size. */
export const totalOf = (lines: readonly Line[]): Line => {
  const sum = (field: Exclude<keyof Line, 'tasksAndMoney'>) =>
    lines.reduce((total, line) => total + line[field], 0)
  return {
    enrolled: sum('enrolled'),
    enrolledBefore: sum('enrolledBefore'),
    enrollments: sum('enrollments'),
    departures: sum('departures'),
    seats: sum('seats'),
    maxSize: sum('maxSize'),
    marks: sum('marks'),
    came: sum('came'),
    waitlist: sum('waitlist'),
    missingMarks: sum('missingMarks'),
    missingClasses: sum('missingClasses'),
    toGrade: sum('toGrade'),
    tasksAndMoney: totalTasksAndMoney(lines),
  }
}

/** Order of the list: by a figure, or by name. */
export type Order = { sort: FigureName | 'name'; down: boolean }

/** Parses the order from a URL. */
export const orderIn = ({ sort, down = false }: { sort?: string; down?: boolean }): Order => ({
  sort: figureNames.find((name) => name === sort) ?? 'name',
  down,
})

const byName: Order = { sort: 'name', down: false }

/** Returns the order in which the lines can be shown: by name while the chosen figure is loading. */
export const possibleOrder = (order: Order, lines: readonly ComparedCenter[]): Order =>
  (order.sort === 'tasks' || order.sort === 'due') && lines.some(({ tasksAndMoney }) => !tasksAndMoney)
    ? byName
    : order

/**
 * Returns the order after a column heading is clicked. Figures start with the highest, or with the lowest if
 * `lowFirst`, and names with A. Clicking the heading again reverses the order.
 */
export function nextOrder(sort: Order['sort'], order: Order): Order {
  if (order.sort === sort) return { sort, down: !order.down }
  return { sort, down: sort !== 'name' && !figures[sort].lowFirst }
}

/** Sorts lines. Ties are sorted by name, and lines with nothing to measure come last in either direction. */
export function inOrder<L extends ComparedCenter>(lines: readonly L[], { sort, down }: Order) {
  const sign = down ? -1 : 1
  const compareNames = (one: L, other: L) => one._id.localeCompare(other._id, 'en')
  if (sort === 'name') return lines.toSorted((one, other) => sign * compareNames(one, other))
  const { value } = figures[sort]
  return lines.toSorted((one, other) => {
    const [a, b] = [value(one), value(other)]
    if (a === null || b === null) return Number(a === null) - Number(b === null) || compareNames(one, other)
    return sign * (a - b) || compareNames(one, other)
  })
}

const amountIn = (amounts: Money | null, field: 'due' | 'overdue') => amounts && amounts[field] / 100

export const fileColumns: Columns<ComparedCenter> = [
  ['Center', ({ _id }) => _id],
  ['Enrolled', ({ enrolled }) => enrolled],
  ['New', ({ enrollments }) => enrollments],
  ['Left', ({ departures }) => departures],
  ['Seats taken', ({ seats }) => seats],
  ['Seats', ({ maxSize }) => maxSize],
  ['Marks', ({ marks }) => marks],
  ['Came', ({ came }) => came],
  ['Attendance (%)', attendanceRate],
  ['Waitlist', ({ waitlist }) => waitlist],
  ['Missing attendance', ({ missingMarks }) => missingMarks],
  ['Classes with missing attendance', ({ missingClasses }) => missingClasses],
  ['Open tasks', openTasks],
  ['Problems', ({ tasksAndMoney }) => tasksAndMoney && tasksAndMoney.oddities],
  ['Make-ups to confirm', ({ tasksAndMoney }) => tasksAndMoney && tasksAndMoney.makeUpRequests],
  ['To grade', ({ toGrade }) => toGrade],
  ['Money due', (line) => amountIn(moneyAt(line), 'due')],
  ['Overdue', (line) => amountIn(moneyAt(line), 'overdue')],
  ['Currency', (line) => moneyAt(line)?.currency ?? null],
]
