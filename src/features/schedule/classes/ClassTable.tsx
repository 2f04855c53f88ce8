import { Box, Table } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { fullName } from '#shared/full-name.ts'
import { clock, longWeekday } from '#shared/day-text.ts'
import type { Day } from '#shared/days.ts'
import { t } from '#shared/language.ts'
import type { Class } from './api.ts'
import style from './Classes.module.css'
import { ClassNews } from './ClassNews.tsx'

type ClassTableProps = { centerId: string; entries: readonly Class[]; today: Day }

/** Table of classes, one per row, in the given order. */
export function ClassTable({ centerId, entries, today }: ClassTableProps) {
  return (
    <Table.ScrollContainer minWidth={300} className="card">
      <Table highlightOnHover verticalSpacing={2}>
        <caption className="visually-hidden">{t('Classes')}</caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('Name')}</Table.Th>
            <Table.Th visibleFrom="sm">{t('Subject')}</Table.Th>
            <Table.Th>{t('Day')}</Table.Th>
            <Table.Th>{t('Time')}</Table.Th>
            <Table.Th visibleFrom="sm">{t('Teacher')}</Table.Th>
            <Table.Th>{t('Seats')}</Table.Th>
            <Table.Th visibleFrom="sm">{t('Waitlist')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {entries.map((entry) => (
            <Row key={entry.id} centerId={centerId} entry={entry} today={today} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function Row({ centerId, entry, today }: { centerId: string; entry: Class; today: Day }) {
  const { id, name, subject, day, time, endTime, teacher, stuCount, maxSize, waitlist } = entry
  return (
    <Table.Tr>
      <Table.Td>
        <Link
          to="/centers/$centerId/classes/$classId"
          params={{ centerId, classId: id }}
          className={`${style.name} bold target`}
        >
          {name}
        </Link>
        <ClassNews entry={entry} today={today} />
      </Table.Td>
      <Table.Td visibleFrom="sm">{t(subject)}</Table.Td>
      <Table.Td>
        {longWeekday(day).slice(0, 3)}
        <Box component="span" visibleFrom="sm">
          {longWeekday(day).slice(3)}
        </Box>
      </Table.Td>
      <Table.Td>
        <time>{clock(time)}</time>
        <Box component="span" visibleFrom="sm">
          –<time>{clock(endTime)}</time>
        </Box>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        {teacher ? fullName(teacher) : <span className="quiet">{t('None')}</span>}
      </Table.Td>
      <Table.Td data-figures>
        {stuCount}/{maxSize}
      </Table.Td>
      <Table.Td visibleFrom="sm" data-figures>
        {waitlist || ''}
      </Table.Td>
    </Table.Tr>
  )
}
