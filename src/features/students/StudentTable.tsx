import { Table } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PhoneLink } from '#ui/PhoneLink.tsx'
import type { StudentLine } from './api.ts'
import { Levels } from './Levels.tsx'
import { accountWords, type ListColumn, listColumns, statusWords } from './rules.ts'
import style from './Students.module.css'

type StudentTableProps = {
  centerId: string
  lines: StudentLine[]
  columns: readonly ListColumn[]
  /** True if the user chose the columns. A narrow screen then scrolls sideways to show them all. */
  chosen: boolean
  /** True while earlier results stay on screen until new ones arrive. */
  busy: boolean
}

const none = <span className="quiet">None</span>

const cells: Record<ListColumn, (line: StudentLine) => ReactNode> = {
  studentNum: ({ studentNum }) => studentNum,
  grade: ({ grade }) => grade,
  levels: ({ programs }) => <Levels programs={programs} />,
  parent: ({ parentName }) => (parentName === null ? none : parentName),
  parentEmail: ({ parentEmail }) => parentEmail && <a href={`mailto:${parentEmail}`}>{parentEmail}</a>,
  parentPhone: ({ parentPhone }) => parentPhone && <PhoneLink phone={parentPhone} />,
  status: ({ status }) => statusWords[status],
  account: ({ account }) => accountWords[account],
}

/** One page of students by name, with the chosen columns. */
export function StudentTable({ centerId, lines, columns, chosen, busy }: StudentTableProps) {
  const from = (column: ListColumn) => (chosen || column === 'levels' ? undefined : 'sm')
  return (
    <Table.ScrollContainer
      minWidth={chosen ? 160 + 120 * columns.length : 300}
      className={`${style.box} card`}
      aria-busy={busy}
    >
      <Table highlightOnHover verticalSpacing={2}>
        <caption className="visually-hidden">Students</caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            {columns.map((column) => (
              <Table.Th key={column} visibleFrom={from(column)}>
                {listColumns[column]}
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
                <Table.Td key={column} visibleFrom={from(column)}>
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
