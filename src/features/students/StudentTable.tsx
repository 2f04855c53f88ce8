import { Table } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { t } from '#shared/language.ts'
import { PhoneLink } from '#ui/PhoneLink.tsx'
import { SortHead, sortedBy } from '#ui/SortHead.tsx'
import type { StudentLine } from './api.ts'
import { figureWords, type ListSort } from './figures.ts'
import { Levels } from './Levels.tsx'
import { accountWords, figureColumns, type ListColumn, listColumns, statusWords } from './rules.ts'
import style from './Students.module.css'

export type ListOrder = { sort: ListSort; down: boolean }

type StudentTableProps = {
  centerId: string
  lines: StudentLine[]
  columns: readonly ListColumn[]
  /** True if the user chose the columns. A narrow screen then scrolls sideways to show all of them. */
  chosen: boolean
  order: ListOrder
  onOrder: (order: ListOrder) => void
  /** True while earlier results stay on screen until the new ones arrive. */
  busy: boolean
}

const NoneCell = () => <span className="quiet">{t('None')}</span>

const cells: Record<ListColumn, (line: StudentLine) => ReactNode> = {
  studentNum: ({ studentNum }) => studentNum,
  grade: ({ grade }) => grade,
  levels: ({ programs }) => <Levels programs={programs} />,
  attendance: ({ figures }) => figureWords(figures).attendance,
  absences: ({ figures }) => figureWords(figures).absences,
  lastScore: ({ figures }) => figureWords(figures).lastScore,
  overdue: ({ figures }) => figureWords(figures).overdue,
  parent: ({ parentName }) => (parentName === null ? <NoneCell /> : parentName),
  parentEmail: ({ parentEmail }) => parentEmail && <a href={`mailto:${parentEmail}`}>{parentEmail}</a>,
  parentPhone: ({ parentPhone }) => parentPhone && <PhoneLink phone={parentPhone} />,
  status: ({ status }) => t(statusWords[status]),
  account: ({ account }) => t(accountWords[account]),
}

type FigureColumn = (typeof figureColumns)[number]

const isFigure = (column: ListColumn): column is FigureColumn =>
  (figureColumns as readonly ListColumn[]).includes(column)

/**
 * Returns the smallest breakpoint at which a column is shown, or undefined if it is always shown. Narrow
 * screens show only the name, the levels and the figure that the list is sorted by.
 */
const firstWidth = (column: ListColumn, { sort }: ListOrder) => {
  if (column === 'levels' || column === sort) return undefined
  return column === 'studentNum' || isFigure(column) ? 'sm' : 'lg'
}

/**
 * True for figures whose first sort is descending: absences and overdue work. Attendance and scores are first
 * sorted in ascending order. Either way, students who need attention come first.
 */
const startsDown = (sort: ListSort) => sort === 'absences' || sort === 'overdue'

/**
 * Returns the order after a figure's heading is pressed. The first press puts students who need attention at
 * the top, the second reverses the order, and the third sorts by name.
 */
function nextOrder(sort: FigureColumn, order: ListOrder): ListOrder {
  if (order.sort !== sort) return { sort, down: startsDown(sort) }
  return order.down === startsDown(sort) ? { sort, down: !order.down } : { sort: 'name', down: false }
}

/** Table of students with the given columns. Pressing the heading of a figure changes the order. */
export function StudentTable(props: StudentTableProps) {
  const { centerId, lines, columns, chosen, busy, order } = props
  const from = (column: ListColumn) => (chosen ? undefined : firstWidth(column, order))
  return (
    <Table.ScrollContainer
      minWidth={chosen ? 160 + 120 * columns.length : 300}
      className={`${style.box} card`}
      aria-busy={busy}
    >
      <Table highlightOnHover verticalSpacing={2} horizontalSpacing="sm" className={style.snug}>
        <caption className="visually-hidden">{t('Students')}</caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('Name')}</Table.Th>
            {columns.map((column) => (
              <Table.Th
                key={column}
                visibleFrom={from(column)}
                aria-sort={isFigure(column) ? sortedBy(column, order) : undefined}
              >
                {isFigure(column) ? (
                  <SortHead
                    sorted={sortedBy(column, order)}
                    onSort={() => props.onOrder(nextOrder(column, order))}
                  >
                    {t(listColumns[column])}
                  </SortHead>
                ) : (
                  t(listColumns[column])
                )}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {lines.map((line) => (
            <Table.Tr key={line._id}>
              <Table.Td>
                <Link
                  to="/centers/$centerId/students/$studentId"
                  params={{ centerId, studentId: line._id }}
                  className={`${style.name} inline-row middle bold ink target no-underline`}
                >
                  {`${line.lastName}, ${line.firstName}`.replace(/^, /, '')}
                </Link>
              </Table.Td>
              {columns.map((column) => (
                <Table.Td
                  key={column}
                  visibleFrom={from(column)}
                  data-figures={isFigure(column) || undefined}
                >
                  {cells[column](line)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
