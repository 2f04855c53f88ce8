import { Chip, Table } from '@mantine/core'
import { useState } from 'react'
import { fullName } from '#shared/full-name.ts'
import { phoneInWords } from '#shared/entries.ts'
import { counted } from '#shared/text.ts'
import { t, reader } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import type { CheckedRow } from './api.ts'
import { RowFindings } from './RowFindings.tsx'
import { type Choice, Action, standingOf, type RowStatus, standings } from './plan.ts'
import style from './Import.module.css'

type RowsTableProps = { rows: readonly CheckedRow[]; onDecide: (choices: readonly Choice[]) => void }

const page = 50
const kinds: RowStatus[] = ['error', 'undecided', 'create', 'link', 'skip']

/** Table of a dry run: every row with its results and its action. */
export function RowsTable({ rows, onDecide }: RowsTableProps) {
  const [filter, setFilter] = useState<RowStatus | 'all'>('all')
  const [most, setMost] = useState(page)
  const of = (kind: RowStatus) => rows.filter((row) => standingOf(row) === kind)
  const found = filter === 'all' ? rows : of(filter)
  const choose = (next: string) => {
    setFilter(kinds.find((kind) => kind === next) ?? 'all')
    setMost(page)
  }
  return (
    <section className={`${style.rows} stack gap-4 wide shrinks`} aria-labelledby="rows">
      <h2 id="rows">{t('Rows')}</h2>
      <div className="cluster middle apart gap-2">
        <Chip.Group value={filter} onChange={choose}>
          <div
            className={`${style.chips} cluster middle apart gap-2`}
            role="radiogroup"
            aria-label={t('Which rows')}
          >
            <Chip value="all" variant="outline">
              {t('All {count}', { count: rows.length.toLocaleString('en') })}
            </Chip>
            {kinds.map((kind) => (
              <Chip key={kind} value={kind} variant="outline">
                {t(standings[kind])} {of(kind).length.toLocaleString('en')}
              </Chip>
            ))}
          </div>
        </Chip.Group>
        <ActionForAll filter={filter} rows={found} onDecide={onDecide} />
      </div>
      {found.length === 0 ? (
        <p className="quiet">{t('No matching rows.')}</p>
      ) : (
        <Rows rows={found.slice(0, most)} onDecide={onDecide} />
      )}
      {found.length > most && (
        <div className="row to-middle">
          <Button onClick={() => setMost(most + page)}>{t('Show more')}</Button>
        </div>
      )}
    </section>
  )
}

/**
 * Buttons that set one action for all rows that match the filter. Renders nothing unless the filter shows
 * rows with errors or undecided rows.
 */
function ActionForAll({ filter, rows, onDecide }: RowsTableProps & { filter: RowStatus | 'all' }) {
  if (rows.length === 0 || (filter !== 'error' && filter !== 'undecided')) return null
  const decide = (action: Action) => onDecide(rows.map(({ row }) => ({ row, do: action })))
  return (
    <div className={`${style.chips} cluster middle apart gap-2`}>
      {filter === 'undecided' && (
        <Button onClick={() => decide('create')}>
          {t('Add all {students}', { students: counted(rows.length, 'student') })}
        </Button>
      )}
      <Button onClick={() => decide('skip')}>
        {rows.length === 1
          ? t('Skip this row')
          : t('Skip these {count} rows', { count: rows.length.toLocaleString(reader().tag) })}
      </Button>
    </div>
  )
}

function Rows({ rows, onDecide }: RowsTableProps) {
  return (
    <Table.ScrollContainer minWidth={720} className={`${style.box} card`}>
      <Table verticalSpacing={4}>
        <caption className="visually-hidden">{t('Rows of the file')}</caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('Line')}</Table.Th>
            <Table.Th>{t('Student')}</Table.Th>
            <Table.Th>{t('Parents')}</Table.Th>
            <Table.Th>{t('Issues')}</Table.Th>
            <Table.Th>{t('Action')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.row} className={style.line} data-standing={standingOf(row)}>
              <Table.Td data-figures>{row.row}</Table.Td>
              <Table.Td>
                <strong>{fullName(row.student)}</strong>
                <div className="quiet">
                  {[
                    row.student.studentNum,
                    row.student.grade && t('Grade {grade}', { grade: row.student.grade }),
                    row.student.status,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </div>
              </Table.Td>
              <Table.Td>
                {row.parents.map(({ name, email, phone }, at) => (
                  <div key={at}>{[name, email || phoneInWords(phone)].filter(Boolean).join(', ')}</div>
                ))}
              </Table.Td>
              <Table.Td>
                <RowFindings row={row} />
              </Table.Td>
              <Table.Td>
                <RowChoice row={row} onDecide={onDecide} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function RowChoice({ row, onDecide }: { row: CheckedRow; onDecide: RowsTableProps['onDecide'] }) {
  const decision = row.do === 'link' ? `link ${row.studentId}` : (row.do ?? '')
  const choose = (value: string) => {
    const [word, studentId] = value.split(' ')
    const action = Action.safeParse(word).data
    if (action) onDecide([{ row: row.row, do: action, studentId }])
  }
  return (
    <select
      className={style.choice}
      aria-label={t('Action for line {row}', { row: row.row })}
      value={decision}
      onChange={({ target }) => {
        const chosen = target.value
        // Keep showing the current decision until the new one has been applied.
        target.value = decision
        choose(chosen)
      }}
    >
      {row.do === null && <option value="">{t('Choose')}</option>}
      <option value="create">{t('Add as a new student')}</option>
      {row.candidates.map(({ studentId, now }) => (
        <option key={studentId} value={`link ${studentId}`}>
          {t('Update {name}, {studentNum}', { name: fullName(now), studentNum: now.studentNum })}
        </option>
      ))}
      <option value="skip">{t('Skip')}</option>
    </select>
  )
}
